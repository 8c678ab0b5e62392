import { type ExchangeRecord, endOf, goodOf, inOrder, type LoadRecord, startOf } from '../client/records.ts';
import { gather } from '../verdict/evidence.ts';
import { finite, latenciesOf } from '../verdict/group.ts';
import { judge } from '../verdict/judge.ts';
import { mean, quantile } from '../verdict/statistics.ts';
import type { LoadReport } from './load-report.ts';
import type { RunFacts } from './recorded-run.ts';

/** Judges and summarises the records of a run. */
export function makeReport(records: LoadRecord[], facts: RunFacts): LoadReport {
  const sorted = inOrder(records);
  const { schedule, artilleryExit, retries, abandoned, recordCount, ...known } = facts;
  const { ended = endOf(sorted), rules, ...reported } = known;
  const evidence = gather(sorted, ended, rules.limitMilliseconds);
  const { exchanges } = evidence;
  const verdict = judge(evidence, rules, facts);
  const started = Math.min(startOf(exchanges), ended);
  // From the time at which the first request was due to the end of the last exchange.
  const seconds = Math.max(0.001, (endOf(exchanges) - startOf(exchanges)) / 1000);
  const fresh = exchanges.filter(({ repeated }) => !repeated);
  const cached = exchanges.filter(({ repeated }) => repeated);
  const good = goodOf(exchanges);
  return {
    ...reported,
    rules,
    started: new Date(started).toISOString(),
    seconds,
    requests: exchanges.length,
    ratePerSecond: good.length / seconds,
    fresh: verdict.fresh,
    cached: verdict.cached,
    percentiles: { fresh: percentilesOf(fresh), cached: percentilesOf(cached) },
    coldStarts: exchanges.filter(({ coldStart }) => coldStart).length,
    requestBytes: mean(exchanges.map(({ requestBytes }) => requestBytes)) || 0,
    responseBytes: mean(good.map(({ responseBytes }) => responseBytes)) || 0,
    billedMilliseconds: { fresh: meanServerTime(fresh), cached: meanServerTime(cached) },
    verdict,
  };
}

/** Quantiles in the report, besides 1 for the slowest request. */
const NAMED = [0.5, 0.9, 0.95, 0.99, 0.999];

function percentilesOf(exchanges: readonly ExchangeRecord[]): [number, number | null][] {
  const sorted = latenciesOf(exchanges);
  if (sorted.length === 0) return [];
  const known = NAMED.filter((share) => (1 - share) * sorted.length >= 1);
  return [...known, 1].map((share) => [share, finite(quantile(sorted, share))]);
}

/** Mean over the good responses that state a server time; 0 if there are none. */
function meanServerTime(exchanges: readonly ExchangeRecord[]): number {
  return mean(goodOf(exchanges).flatMap(({ serverMilliseconds }) => serverMilliseconds ?? [])) || 0;
}
