import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { GENERATOR_CHECKS } from '../../verdict/generator.ts';
import type { Check, Finding } from '../../verdict/outcome.ts';
import type { LoadReport } from '../load-report.ts';

/** What recorded runs found out that their records alone do not tell. */
export interface RecordedRuns {
  /** The task and the contract; several, where the runs differ. */
  readonly task: string;
  readonly contract: string;
  /** Where they were made; several likewise. */
  readonly commit: string;
  readonly machine: string;
  /** What was demanded of them, the least of it; undefined where no run says. */
  readonly rules: Pick<LoadReport['rules'], 'limitMilliseconds' | 'accuracy'> | undefined;
  /** About their load generators. Of several runs, the worst counts. */
  readonly checks: Check[];
}

type Recorded = Pick<LoadReport, 'task' | 'contract' | 'commit' | 'machine' | 'rules' | 'verdict'>;

/**
 * Reads the report.json of each folder that has one.
 *
 * @throws when one is there, but is not the report of a run
 */
export function readRecordedRuns(folders: string[]): RecordedRuns {
  const runs = folders.flatMap((folder) => {
    const report = readReport(folder);
    return report === undefined ? [] : [{ folder, report }];
  });
  const rules = runs.map(({ report }) => report.rules);
  return {
    task: joined(runs.map(({ report }) => report.task)),
    contract: joined(runs.map(({ report }) => report.contract)),
    commit: joined(runs.map(({ report }) => report.commit)),
    machine: joined(runs.map(({ report }) => report.machine)),
    rules: rules.length === 0 ? undefined : leastOf(rules),
    checks: generatorChecks(runs, folders.length > 1),
  };
}

function generatorChecks(runs: { folder: string; report: Recorded }[], several: boolean): Check[] {
  const found = runs.flatMap(({ folder, report }) =>
    report.verdict.checks.map((check) => ({ folder, ...check })),
  );
  return GENERATOR_CHECKS.flatMap((name) => {
    const same = found.filter((check) => check.name === name);
    if (same.length === 0) return [];
    const details = same.map(({ folder, detail }) => (several ? `${basename(folder)}: ${detail}` : detail));
    return [{ name, finding: worst(same.map(({ finding }) => finding)), detail: details.join('; ') }];
  });
}

const FROM_WORST: readonly Finding[] = ['broken', 'invalid', 'unproven'];

function worst(findings: readonly Finding[]): Finding {
  return FROM_WORST.find((finding) => findings.includes(finding)) ?? 'kept';
}

function leastOf(rules: readonly LoadReport['rules'][]): RecordedRuns['rules'] {
  return {
    limitMilliseconds: Math.max(...rules.map(({ limitMilliseconds }) => limitMilliseconds)),
    accuracy: Math.min(...rules.map(({ accuracy }) => accuracy)),
  };
}

function joined(names: string[]): string {
  return [...new Set(names)].join(', ') || 'unknown';
}

function readReport(folder: string): Recorded | undefined {
  const file = join(folder, 'report.json');
  if (!existsSync(file)) return undefined;
  try {
    const report: Recorded = JSON.parse(readFileSync(file, 'utf8'));
    const { task, contract, rules, verdict } = report;
    const known = verdict.checks.every(({ finding }) => finding !== undefined);
    if (task && contract && rules.limitMilliseconds > 0 && known) return report;
  } catch (error) {
    throw new Error(`${file} is not the report of a load run: ${(error as Error).message}`);
  }
  throw new Error(`${file} is not the report of a load run of this version`);
}
