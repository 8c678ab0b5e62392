import type { ExchangeRecord, LoadRecord } from '../client/records.ts';
import { type Evidence, gather } from '../verdict/evidence.ts';
import { type GeneratorFacts, judgeGenerator } from '../verdict/generator.ts';
import { type Group, isCached } from '../verdict/group.ts';
import { judge, type Rules, type Verdict } from '../verdict/judge.ts';
import { mean } from '../verdict/statistics.ts';
import { type Published, publishedFor } from './published.ts';

/** What is known about a run besides its records. */
export interface RunFacts extends GeneratorFacts {
  /** The task that was asked, and the contract. */
  task: string;
  contract: string;
  scenario: string;
  target: string;
  /** The load as a person would say it. */
  load: string;
  rules: Rules;
  /** Milliseconds since 1970. */
  ended: number;
  /** Stopped by Ctrl-C. */
  interrupted: boolean;
  /** Provisioned environments, where the run started the service itself. */
  provisioned?: number | undefined;
  /** What others have published about the task. @default nothing */
  published?: readonly Published[] | undefined;
}

/** `report.json`. */
export interface LoadReport {
  task: string;
  contract: string;
  scenario: string;
  target: string;
  load: string;
  /** ISO 8601. */
  started: string;
  seconds: number;
  requests: number;
  /** Good answers per second. */
  ratePerSecond: number;
  fresh: Group;
  cached: Group;
  /** Answers on the first, second and third attempt, and how many of the later ones came from the cache. */
  attempts: { first: number; repeat: number; repeatFromCache: number; lost: number };
  spillOver: number;
  environments: number;
  /** Provisioned environments of a service that the run started itself; missing for any other. */
  provisioned?: number;
  /** Mean of the bodies. */
  requestBytes: number;
  /** Mean of good answers with their headers. */
  responseBytes: number;
  /** Mean of what the function itself reports in `server-timing`, in milliseconds. */
  billedMilliseconds: { fresh: number; cached: number };
  /** Longest delay of the load generator's own event loop, in milliseconds: part of every latency. */
  generatorLagMilliseconds: number;
  interrupted: boolean;
  rules: Rules;
  verdict: Verdict;
  published: Published[];
  /** Only in the report of `peak`. */
  peak?: Peak;
}

/** How the highest rate that keeps the promise was found. */
export interface Peak {
  /** Requests per second; 0 when no rate kept the promise. */
  rate: number;
  /** When the search stops. */
  rule: string;
  probes: Probe[];
}

/** One rate that was tried. */
export interface Probe {
  rate: number;
  kept: boolean;
  requests: number;
  percentileMilliseconds: number | null;
}

/** Judges the records of a run and sums them up. */
export function makeReport(
  records: LoadRecord[],
  facts: RunFacts,
): { report: LoadReport; evidence: Evidence } {
  const { task, contract, scenario, target, load, rules, ended, interrupted, provisioned } = facts;
  const evidence = gather(records, { at: ended, limitMilliseconds: rules.limitMilliseconds });
  const { exchanges } = evidence;
  const asksAgain = scenario === 'organizer' || evidence.lost.length > 0;
  const verdict = addGeneratorChecks(judge(evidence, rules, asksAgain), evidence, facts);
  const started = exchanges.reduce((least, { at }) => Math.min(least, at), ended);
  const last = exchanges.reduce((most, { at, milliseconds }) => Math.max(most, at + milliseconds), started);
  const seconds = Math.max(0.001, (last - started) / 1000);
  const good = exchanges.filter(({ error }) => error === undefined);
  const repeats = good.filter(({ attempt }) => attempt > 1);
  const report: LoadReport = {
    task,
    contract,
    scenario,
    target,
    load,
    started: new Date(started).toISOString(),
    seconds,
    requests: exchanges.length,
    ratePerSecond: good.length / seconds,
    fresh: verdict.fresh,
    cached: verdict.cached,
    attempts: {
      first: good.length - repeats.length,
      repeat: repeats.length,
      repeatFromCache: repeats.filter(isCached).length,
      lost: verdict.lost,
    },
    spillOver: exchanges.filter(({ spillOver }) => spillOver).length,
    environments: new Set(exchanges.flatMap(({ environment }) => environment ?? [])).size,
    ...(provisioned === undefined ? {} : { provisioned }),
    requestBytes: mean(exchanges.map(({ requestBytes }) => requestBytes)) || 0,
    responseBytes: mean(good.map(({ responseBytes }) => responseBytes)) || 0,
    billedMilliseconds: {
      fresh: meanServerTime(good.filter((record) => !isCached(record))),
      cached: meanServerTime(good.filter(isCached)),
    },
    generatorLagMilliseconds: evidence.generator.reduce(
      (most, { lagMilliseconds }) => Math.max(most, lagMilliseconds),
      0,
    ),
    interrupted,
    rules,
    verdict,
    published: publishedFor(scenario, facts.published),
  };
  return { report, evidence };
}

function addGeneratorChecks(verdict: Verdict, evidence: Evidence, facts: RunFacts): Verdict {
  const checks = [...verdict.checks, ...judgeGenerator(evidence, facts)];
  return { ...verdict, checks, outcome: checks.every(({ passed }) => passed) ? 'PASS' : 'FAIL' };
}

function meanServerTime(records: ExchangeRecord[]): number {
  return mean(records.flatMap(({ serverMilliseconds }) => serverMilliseconds ?? [])) || 0;
}
