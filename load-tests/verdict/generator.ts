import { type ExchangeRecord, endOf, startOf } from '../client/records.ts';
import { type ArrivalPhase, judgeArrivals } from './arrivals.ts';
import type { Delays } from './delays.ts';
import type { Evidence } from './evidence.ts';
import { MAY_BE_LATE, type Objective } from './group.ts';
import type { Check } from './outcome.ts';
import { ascending, mean, quantile } from './statistics.ts';

/** The planned load, and how Artillery ended. */
export interface GeneratorFacts {
  /** Planned arrivals; undefined if responses set the pace, or the run was stopped. */
  schedule?: readonly ArrivalPhase[] | undefined;
  /** Exit code of Artillery; undefined if it was stopped. */
  artilleryExit?: number | undefined;
}

/** Measurements of the load generator itself. */
export interface Generator {
  /** Requests sent per second. */
  sentPerSecond: number;
  /** Delay of requests after their due times. */
  lagMilliseconds: { p50: number; p99: number; most: number };
  /** Longest stall of the generator's event loops; 0 if none was above 20 ms. */
  stallMilliseconds: number;
  /** Share of the time in which the generator's event loops were busy; 0 if not measured. */
  busy: number;
  /** The rate that would saturate the generator's event loops; null if not measured. */
  ceilingPerSecond: number | null;
}

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

/** Checks the load generator. If it was late or failed, or did not make the planned load, the run cannot be a PASS. */
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
    const detail = `did not finish (exit code ${artilleryExit}; see artillery.log)`;
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
    `the generator delayed ${late} of ${heldUp.length} requests by more than ${allowed.toFixed(0)} ms; ` +
    `the longest delay was ${most.toFixed(1)} ms`;
  return { name: 'generator in time', finding: isInTime ? 'passed' : 'invalid', detail };
}

function sendingRate(exchanges: readonly ExchangeRecord[]): number {
  const departures = exchanges.map(({ at, lagMilliseconds }) => ({ at: at + lagMilliseconds }));
  const [first, last] = [startOf(departures), endOf(departures)];
  return exchanges.length > 1 && last > first ? ((exchanges.length - 1) * 1000) / (last - first) : 0;
}
