import type { AbuseRecord, ExchangeRecord } from '../client/records.ts';
import { LOAD_MADE } from './arrivals.ts';
import { judgeContract } from './contract.ts';
import { Delays } from './delays.ts';
import type { Evidence } from './evidence.ts';
import { countFailures, type FailureCount } from './failures.ts';
import { type Generator, type GeneratorFacts, judgeGenerator, measureGenerator } from './generator.ts';
import { type Group, summarise } from './group.ts';
import { judgeGroup, type Rules } from './objective.ts';
import { type Check, checkThat, conclude, type Outcome } from './outcome.ts';
import { assessResponses, judgeResponses, type Responses } from './responses.ts';
import { judgeSteadiness } from './trend.ts';

/** Facts about a run that the verdict needs besides the records. */
export interface JudgedFacts extends GeneratorFacts {
  /** Whether the client repeats late requests. If so, no request may be lost, and the repeats need not be in time. */
  retries?: boolean | undefined;
  /** Why the run was ended early, if the service was the cause. */
  abandoned?: string | undefined;
}

export interface Verdict {
  outcome: Outcome;
  checks: Check[];
  /** First requests, each with an id that the client had never sent. */
  fresh: Group;
  /** Repeats: requests with an id that the client had sent before, whatever the service claims. */
  cached: Group;
  responses: Responses;
  lost: number;
  failures: FailureCount[];
  generator: Generator;
}

/** Judges a run and the load generator that made it. */
export function judge(evidence: Evidence, rules: Rules, facts: JudgedFacts = {}): Verdict {
  const { exchanges, lost, abuse, stalls } = evidence;
  const { retries = lost.length > 0, abandoned } = facts;
  const delays = new Delays(exchanges, stalls);
  const fresh = summarise(exchanges.filter(isFirst), rules, delays);
  const cached = summarise(
    exchanges.filter((record) => !isFirst(record)),
    rules,
    delays,
  );
  const responses = assessResponses(exchanges);
  const generator = judgeGenerator(evidence, facts, rules, delays);
  const isSound = generator.every(({ finding }) => finding !== 'invalid');
  const isLoadMade = generator.every(({ name, finding }) => name !== LOAD_MADE || finding !== 'invalid');
  const checks: Check[] = [
    ...(abandoned === undefined ? [] : [checkThat('service responds', false, `ended early: ${abandoned}`)]),
    judgeGroup('first requests', fresh, rules),
    // If the client repeats late requests, these repeats are few, and the check `nothing lost` judges them.
    ...(cached.count > 0 && !retries ? [judgeGroup('repeats', cached, rules)] : []),
    // The trend leaves out the generator's delays. So if the load was as planned, the service causes a remaining trend.
    ...(isSteady(facts)
      ? judgeSteadiness(exchanges, rules, delays).map((check) => onlyIf(isLoadMade, check))
      : []),
    judgeContract(exchanges),
    ...judgeResponses(responses, rules),
    ...(retries
      ? [onlyIf(isSound, checkThat('nothing lost', lost.length === 0, `${lost.length} requests given up`))]
      : []),
    ...(abuse.length > 0 ? [judgeAbuse(abuse)] : []),
    ...generator,
  ];
  return {
    outcome: conclude(checks),
    checks,
    fresh,
    cached,
    responses,
    lost: lost.length,
    failures: countFailures(exchanges),
    generator: measureGenerator(evidence),
  };
}

function isFirst({ repeated }: ExchangeRecord): boolean {
  return !repeated;
}

/** Whether arrivals come at one rate, so that latency has no reason to rise. */
function isSteady({ schedule }: JudgedFacts): boolean {
  return schedule?.length === 1;
}

/** A failed check becomes `invalid` if the load generator may have caused the failure (`isSound` is false). */
function onlyIf(isSound: boolean, check: Check): Check {
  return isSound || check.finding !== 'failed' ? check : { ...check, finding: 'invalid' };
}

function judgeAbuse(abuse: AbuseRecord[]): Check {
  const accepted = abuse.filter((record) => !record.refused);
  const kinds = accepted.map(({ abuse: kind, status }) => `${kind} → ${status ?? 'no response'}`);
  const examples = kinds.length === 0 ? '' : `; not refused: ${[...new Set(kinds)].join(', ')}`;
  const detail = `${abuse.length - accepted.length} of ${abuse.length}${examples}`;
  return checkThat('abuse refused', accepted.length === 0, detail);
}
