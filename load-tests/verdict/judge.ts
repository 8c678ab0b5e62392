import type { AbuseRecord } from '../client/records.ts';
import { type Answers, assessAnswers } from './answers.ts';
import type { Evidence } from './evidence.ts';
import { type Group, isCached, type Promised, summarise } from './group.ts';
import { minimumSamples } from './statistics.ts';

/** What a run is judged by. */
export interface Rules extends Promised {
  /** Share of the answers that must be right. */
  accuracy: number;
  /** Confidence that a PASS must have; 0 passes on the observed percentile alone. */
  confidence: number;
}

/** One thing that was looked at. */
export interface Check {
  name: string;
  passed: boolean;
  detail: string;
}

/** The outcome of a run. */
export interface Verdict {
  outcome: 'PASS' | 'FAIL';
  checks: Check[];
  fresh: Group;
  cached: Group;
  answers: Answers;
  lost: number;
}

/**
 * Judges a run: it passes when every check does.
 * @param asksAgain whether the client repeated late questions until it gave them up
 */
export function judge(evidence: Evidence, rules: Rules, asksAgain: boolean): Verdict {
  const { exchanges, lost, abuse } = evidence;
  const fresh = summarise(
    exchanges.filter((record) => !isCached(record)),
    rules,
  );
  const cached = summarise(exchanges.filter(isCached), rules);
  const answers = assessAnswers(exchanges);
  const checks: Check[] = [
    judgeGroup('fresh answers', fresh, rules),
    ...(cached.count > 0 ? [judgeGroup('cached answers', cached, rules)] : []),
    judgeAccuracy(answers, rules),
    {
      name: 'one answer per id',
      passed: answers.contradictions === 0,
      detail: `${answers.contradictions} ids answered in two ways`,
    },
    ...(asksAgain ? [judgeLost(lost.length)] : []),
    ...(abuse.length > 0 ? [judgeAbuse(abuse)] : []),
  ];
  const outcome = checks.every((check) => check.passed) ? 'PASS' : 'FAIL';
  return { outcome, checks, fresh, cached, answers, lost: lost.length };
}

/** Name of a quantile as people say it: 0.99 → `p99`, 0.999 → `p99.9`. */
export function percentileName(quantile: number): string {
  return `p${Number((quantile * 100).toFixed(6))}`;
}

function judgeGroup(kind: string, group: Group, rules: Rules): Check {
  const name = `${kind} in time`;
  if (group.count === 0) return { name, passed: false, detail: 'none: nothing was asked' };
  const measured = group.percentileMilliseconds;
  const value = measured === null ? 'without an answer' : `${measured.toFixed(1)} ms`;
  const passed = group.kept && group.confidence >= rules.confidence;
  const detail =
    `${percentileName(rules.quantile)} ${value}, limit ${rules.limitMilliseconds} ms; ` +
    `${group.late} late and ${group.failed} failed of ${group.count}; ${describeConfidence(group, rules)}`;
  return { name, passed, detail };
}

function describeConfidence({ confidence, count }: Group, rules: Rules): string {
  const demanded = rules.confidence > 0 ? ` (${(100 * rules.confidence).toFixed(1)} % demanded)` : '';
  const needed = minimumSamples(rules.quantile, 0.99);
  const few = count < needed ? `, ${needed} in time without exception would give 99 %` : '';
  return `confidence ${(100 * confidence).toFixed(1)} %${demanded}${few}`;
}

function judgeAccuracy(answers: Answers, rules: Rules): Check {
  const percent = (share: number) => (100 * share).toFixed(1);
  const { low, high } = answers.interval;
  const name = 'right answers';
  if (answers.answered > 0 && answers.labelled === 0) {
    return { name, passed: true, detail: 'cannot be told: the samples have no labels' };
  }
  return {
    name,
    passed: answers.labelled > 0 && answers.accuracy >= rules.accuracy,
    detail:
      `${answers.right} of ${answers.labelled} (${percent(answers.accuracy)} %, ` +
      `95 % interval ${percent(low)} to ${percent(high)}), ${percent(rules.accuracy)} % demanded`,
  };
}

function judgeLost(lost: number): Check {
  return { name: 'nothing lost', passed: lost === 0, detail: `${lost} questions given up` };
}

function judgeAbuse(abuse: AbuseRecord[]): Check {
  const accepted = abuse.filter((record) => !record.refused);
  const kinds = accepted.map(({ abuse: kind, status }) => `${kind} → ${status ?? 'no answer'}`);
  const examples = [...new Set(kinds)].join(', ');
  return {
    name: 'abuse refused',
    passed: accepted.length === 0,
    detail: `${abuse.length - accepted.length} of ${abuse.length}${examples === '' ? '' : `; not: ${examples}`}`,
  };
}
