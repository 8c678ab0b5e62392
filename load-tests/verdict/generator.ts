import { type ExchangeRecord, endOf, startOf } from '../client/records.ts';
import { type ArrivalPhase, judgeArrivals } from './arrivals.ts';
import type { Delays } from './delays.ts';
import type { Evidence } from './evidence.ts';
import { MAY_BE_LATE, type Objective } from './group.ts';
import type { Check } from './outcome.ts';
import { ascending, mean, quantile } from './statistics.ts';

/** What the load generator was to do, and how it ended. */
export interface GeneratorFacts {
  /** Arrivals it had to make; undefined where responses set the pace, or the run was cut short. */
  schedule?: readonly ArrivalPhase[] | undefined;
  /** Exit code of Artillery; undefined when it was cut short. */
  artilleryExit?: number | undefined;
}

/** How the load generator itself fared. */
export interface Generator {
  /** Requests that left in a second. */
  sentPerSecond: number;
  /** How much later than due requests left. */
  lagMilliseconds: { p50: number; p99: number; most: number };
  /** Longest time for which its event loop stood still; 0 where none was above 20. */
  stallMilliseconds: number;
  /** Share of the time for which its event loops had something to do; 0 where it was not measured. */
  busy: number;
  /** At this rate its event loops would be busy all the time; null where it was not measured. */
  ceilingPerSecond: number | null;
}

/** Measures the load generator. */
export function measureGenerator({ exchanges, generator, stalls }: Evidence): Generator {
  const lags = ascending(exchanges.map(({ lagMilliseconds }) => lagMilliseconds));
  const sentPerSecond = sendingRate(exchanges);
  const busy = mean(generator.map((record) => record.busy)) || 0;
  return {
    sentPerSecond,
    lagMilliseconds: {
      p50: quantile(lags, 0.5) || 0,
      p99: quantile(lags, 0.99) || 0,
      most: lags.at(-1) ?? 0,
    },
    stallMilliseconds: stalls.reduce((most, { milliseconds }) => Math.max(most, milliseconds), 0),
    busy,
    ceilingPerSecond: busy > 0 && sentPerSecond > 0 ? sentPerSecond / busy : null,
  };
}

/** Looks at the load generator: one that was late, or made another load, proves nothing about a service. */
export function judgeGenerator(
  evidence: Evidence,
  facts: GeneratorFacts,
  objective: Objective,
  delays: Delays,
): Check[] {
  const { schedule, artilleryExit } = facts;
  const checks = schedule === undefined ? [] : [judgeArrivals(evidence, schedule)];
  checks.push(judgePunctuality(evidence, objective, delays));
  if (artilleryExit !== undefined && artilleryExit !== 0) {
    const detail = `did not come to its end (exit code ${artilleryExit}; see artillery.log)`;
    checks.push({ name: 'Artillery', finding: 'invalid', detail });
  }
  return checks;
}

function judgePunctuality({ exchanges }: Evidence, objective: Objective, delays: Delays): Check {
  const heldUp = ascending(exchanges.map((record) => delays.own(record)));
  const share = quantile(heldUp, objective.quantile) || 0;
  const most = heldUp.at(-1) ?? 0;
  const allowed = MAY_BE_LATE * objective.limitMilliseconds;
  const isInTime = share <= allowed && most <= objective.limitMilliseconds;
  const late = heldUp.filter((delay) => delay > allowed).length;
  const detail =
    `it delayed ${late} of ${heldUp.length} requests by more than ${allowed.toFixed(0)} ms, ` +
    `at most by ${most.toFixed(1)} ms`;
  return { name: 'generator in time', finding: isInTime ? 'passed' : 'invalid', detail };
}

/** Per second between the first request that left and the last. */
function sendingRate(exchanges: readonly ExchangeRecord[]): number {
  const departures = exchanges.map(({ at, lagMilliseconds }) => ({ at: at + lagMilliseconds }));
  const [first, last] = [startOf(departures), endOf(departures)];
  return exchanges.length > 1 && last > first ? ((exchanges.length - 1) * 1000) / (last - first) : 0;
}
