import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { UsageError } from '../../../project/usage-error.ts';
import { percentileName } from '../../verdict/objective.ts';
import type { LoadReport } from '../load-report.ts';
import { type Change, type Comparison, compareBlocks, describeLeast } from './compare.ts';

/** The part of an earlier report that is compared. */
export type Baseline = Pick<
  LoadReport,
  'scenario' | 'model' | 'contract' | 'load' | 'rules' | 'blocks' | 'commit' | 'started'
> &
  Partial<Pick<LoadReport, 'peak'>> & { name: string };

/** @throws UsageError if the file is not the report of a comparable run */
export function readBaseline(file: string): Baseline {
  const report = parse(file);
  const { scenario, model, contract, load, rules, blocks, comparableSeconds, peak, verdict } = report;
  const { commit, started, seconds = 0 } = report;
  if (!scenario || !model || !contract || !rules || !verdict) throw notAReport(file);
  if (!Array.isArray(blocks?.fresh) || !Array.isArray(blocks?.cached) || !load || !comparableSeconds) {
    throw new UsageError(`--baseline ${file} is the report of an older version, which cannot be compared`);
  }
  if (verdict.outcome === 'INVALID')
    throw new UsageError(`--baseline ${file} is the report of an INVALID run`);
  if (peak === undefined && (blocks.fresh.length === 0 || seconds < comparableSeconds)) {
    throw new UsageError(
      `--baseline ${file} is of a run of ${seconds.toFixed(0)} s, too short to compare with: ${describeLeast(comparableSeconds)}`,
    );
  }
  const known = { scenario, model, contract, load, rules, blocks, commit: commit ?? 'unknown' };
  const name = basename(dirname(file));
  return { ...known, started: started ?? 'unknown', name, ...(peak === undefined ? {} : { peak }) };
}

function parse(file: string): Partial<LoadReport> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) ?? {};
  } catch (cause) {
    if (cause instanceof SyntaxError) throw notAReport(file);
    throw new UsageError(`--baseline ${file} cannot be read: ${(cause as Error).message}`);
  }
}

function notAReport(file: string): Error {
  return new UsageError(`--baseline ${file} is not the report.json of a load run`);
}

/** Why a run cannot be compared with a baseline; undefined when it can be. */
function mismatch(
  baseline: Baseline,
  run: Pick<LoadReport, 'scenario' | 'model' | 'contract' | 'load' | 'rules'>,
): string | undefined {
  const differing = (['scenario', 'model', 'contract', 'load'] as const).find(
    // For a peak, the load is that of the rate that it found.
    (name) => baseline[name] !== run[name] && !(name === 'load' && run.scenario === 'peak'),
  );
  if (differing) return `its ${differing} is ${baseline[differing]}, this run's ${run[differing]}`;
  const objectives = [baseline, run].map(
    ({ rules }) => `${percentileName(rules.quantile)} ≤ ${rules.limitMilliseconds} ms`,
  );
  if (objectives[0] !== objectives[1]) return `its objective is ${objectives.join(", this run's ")}`;
  return undefined;
}

/** @throws UsageError if a baseline has another load or objective than the run */
export function requireComparable(baselines: readonly Baseline[], run: Parameters<typeof mismatch>[1]): void {
  for (const baseline of baselines) {
    const difference = mismatch(baseline, run);
    if (difference !== undefined) {
      throw new UsageError(`--baseline ${baseline.name} cannot be compared: ${difference}`);
    }
  }
}

/** Compares a run with an earlier one of the same load. */
export function compareWith(
  baseline: Baseline,
  run: Pick<LoadReport, 'blocks' | 'rules'> & Partial<Pick<LoadReport, 'peak'>>,
): Comparison {
  const changes =
    baseline.scenario === 'peak'
      ? peakChange(baseline, run)
      : compareBlocks(baseline.blocks, run.blocks, run.rules);
  return {
    baseline: baseline.name,
    commit: baseline.commit,
    started: baseline.started,
    changes,
    regressed: changes.some(({ regressed }) => regressed),
  };
}

/** Twice the step of a search for a peak; smaller differences are no changes. */
const LEAST_PEAK_CHANGE = 0.1;

/** A search finds one rate, whose spread is its step; a stopped search found none. */
function peakChange({ peak: before }: Baseline, { peak: now }: Partial<Pick<LoadReport, 'peak'>>): Change[] {
  if (before === undefined || now === undefined) return [];
  const regressed = now.rate < (1 - LEAST_PEAK_CHANGE) * before.rate;
  return [{ name: 'peak', before: before.rate, now: now.rate, unit: '/s', visible: null, regressed }];
}
