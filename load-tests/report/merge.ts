/** Runs put together, made one after the other or at the same time on several machines. */
import { basename } from 'node:path';
import { gather } from '../verdict/evidence.ts';
import { judge, RUN_CHECKS, type Rules } from '../verdict/judge.ts';
import type { Check, Finding } from '../verdict/outcome.ts';
import type { RecordedRun, RunFacts } from './recorded-run.ts';
import { endOf, type Reported, reportEvidence } from './report.ts';

/** A run judged by itself: what was still without a response when it ended is judged by its own end. */
interface Judged extends RecordedRun {
  readonly evidence: ReturnType<typeof gather>;
  readonly checks: readonly Check[];
  readonly began: number;
  readonly ended: number;
}

/** What was demanded of all of them: of each rule the strictest, so that no run gets a milder verdict than its own. */
export function strictest(runs: readonly RecordedRun[]): Rules {
  const rules = runs.map(({ facts }) => facts.rules);
  return {
    quantile: Math.max(...rules.map(({ quantile }) => quantile)),
    limitMilliseconds: Math.min(...rules.map(({ limitMilliseconds }) => limitMilliseconds)),
    accuracy: Math.max(...rules.map(({ accuracy }) => accuracy)),
    confidence: Math.max(...rules.map(({ confidence }) => confidence)),
  };
}

/**
 * The report on several runs together. Checks that need one run's own schedule are made of each; of these the worst counts.
 * @param commandLine that requests it
 */
export function mergeRuns(runs: readonly RecordedRun[], rules: Rules, commandLine: string): Reported {
  const judged = runs.map((run): Judged => {
    const { facts, records } = run;
    const ended = facts.ended ?? endOf(records);
    const began = records.reduce((least, { at }) => Math.min(least, at), ended);
    const inOrder = records.toSorted((first, second) => first.at - second.at);
    const evidence = gather(inOrder, { at: ended, limitMilliseconds: rules.limitMilliseconds });
    return { ...run, evidence, checks: judge(evidence, rules, facts).checks, began, ended };
  });
  const joined = (of: (facts: RunFacts) => string) =>
    [...new Set(runs.map(({ facts }) => of(facts)))].join(', ');
  const facts: RunFacts = {
    model: joined((run) => run.model),
    contract: joined((run) => run.contract),
    scenario: 'merged',
    target: joined((run) => run.target),
    load: `${runs.length} recorded runs`,
    commit: joined((run) => run.commit),
    machine: joined((run) => run.machine),
    commandLine,
    rules,
    ended: Math.max(...judged.map(({ ended }) => ended)),
    interrupted: runs.some(({ facts: { interrupted } }) => interrupted),
    retries: runs.some(({ facts: { retries } }) => retries),
    recorded: worstOf(judged),
  };
  const evidence = {
    exchanges: judged.flatMap(({ evidence }) => evidence.exchanges),
    lost: judged.flatMap(({ evidence }) => evidence.lost),
    abuse: judged.flatMap(({ evidence }) => evidence.abuse),
    generator: judged.flatMap(({ evidence }) => evidence.generator),
    stalls: judged.flatMap(({ evidence }) => evidence.stalls),
  };
  return reportEvidence(evidence, facts, withoutPauses(judged));
}

const FROM_WORST: readonly Finding[] = ['broken', 'invalid', 'unproven'];

function worstOf(judged: readonly Judged[]): Check[] {
  const found = judged.flatMap(({ folder, checks }) => checks.map((check) => ({ ...check, folder })));
  return RUN_CHECKS.flatMap((name) => {
    const same = found.filter((check) => check.name === name);
    if (same.length === 0) return [];
    const finding = FROM_WORST.find((worst) => same.some((check) => check.finding === worst)) ?? 'kept';
    const detail = same.map((check) => `${basename(check.folder)}: ${check.detail}`).join('; ');
    return [{ name, finding, detail }];
  });
}

/** All exchanges on a clock that stands still where no run went on: runs at the same time stay so. */
function withoutPauses(runs: readonly Judged[]): Judged['evidence']['exchanges'] {
  let paused = 0;
  let covered = Number.POSITIVE_INFINITY;
  const inOrder = runs.toSorted((first, second) => first.began - second.began);
  return inOrder.flatMap(({ evidence, began, ended }) => {
    paused += Math.max(0, began - covered);
    covered = Math.max(covered === Number.POSITIVE_INFINITY ? 0 : covered, ended);
    const shift = paused;
    return shift === 0
      ? evidence.exchanges
      : evidence.exchanges.map((record) => ({ ...record, at: record.at - shift }));
  });
}
