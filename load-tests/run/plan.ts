/** Plans a run: the scenario's file, adjusted to the command line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadTestsDirectory } from '../../project/paths.ts';
import { UsageError } from '../../project/usage-error.ts';
import type { Amount } from '../options/options.ts';
import type { RunSettings } from '../processors/settings.ts';
import type { ArrivalPhase } from '../verdict/arrivals.ts';
import type { Rules } from '../verdict/objective.ts';
import { minimumSamples } from '../verdict/statistics.ts';
import { artilleryRequire } from './artillery-installation.ts';

/** A phase of a scenario file: Poisson arrivals at a rate, or a number of clients. */
export interface Phase {
  duration: number;
  arrivalRate?: number;
  arrivalCount?: number;
  mode?: string;
}

/** Content of a scenario file. */
export interface ScriptConfig {
  /** Consecutive phases. Clients that wait for responses arrive in a single phase. */
  phases: [Phase, ...Phase[]];
  variables?: { count?: number; together?: number; think?: number; share?: number; judged?: number };
}

export interface RunPlan {
  /** The phases for `artillery run --overrides`. */
  phases: Phase[];
  settings: RunSettings;
  /** Approximate number of requests; undefined if the run is limited by its duration only. */
  count: number | undefined;
  /** Artillery's arrivals after the warm-up; undefined if responses set the pace. */
  schedule: ArrivalPhase[] | undefined;
  /** Seconds that the run lasts after the warm-up; undefined if the run has no limit but the number of requests. */
  seconds: number | undefined;
}

/**
 * Default number of requests as a multiple of the fewest that prove the objective, because some arrivals are missing by chance,
 * and some responses may be late.
 */
const ENOUGH = 1.5;

export function scriptFile(scenario: string): string {
  return join(loadTestsDirectory, 'scenarios', `${scenario}.yml`);
}

/** Reads the `config` of a scenario's file. @throws when Artillery has not been installed */
export function readScript(scenario: string): ScriptConfig {
  const yaml = artilleryRequire()('js-yaml') as { load(text: string): { config: ScriptConfig } };
  return yaml.load(readFileSync(scriptFile(scenario), 'utf8')).config;
}

/** Adjusts a scenario to the command line. */
export function planRun(script: ScriptConfig, amount: Amount, rules: Rules): RunPlan {
  const { share = script.variables?.share ?? 0, warmUp = 0, think = [0, 0] } = amount;
  const settings = { limit: rules.limitMilliseconds, warmUp, share, think, together: 1 };
  return script.phases[0].arrivalRate === undefined
    ? planClients(script, settings, amount, rules)
    : planArrivals(script, settings, amount, rules);
}

function planClients(
  { phases: [phase], variables = {} }: ScriptConfig,
  settings: RunSettings,
  amount: Amount,
  rules: Rules,
): RunPlan {
  const { duration: seconds } = amount;
  // In the scenario `burst`, one virtual user sends the requests of all clients.
  const { together } = variables;
  const clients = amount.clients ?? together ?? phase.arrivalCount ?? 1;
  const usual = seconds === undefined ? Math.max(variables.count ?? 0, enough(rules)) : undefined;
  const count = amount.count ?? usual;
  return {
    phases: [{ ...phase, arrivalCount: together === undefined ? clients : 1 }],
    settings: { ...settings, count, seconds, together: clients },
    schedule: undefined,
    count,
    seconds,
  };
}

function planArrivals(
  { phases, variables }: ScriptConfig,
  settings: RunSettings,
  { rate, count, duration }: Amount,
  rules: Rules,
): RunPlan {
  const faster = rate === undefined ? 1 : rate / (phases[0].arrivalRate ?? 1);
  const arrivals = sum(phases.map((phase) => phase.duration * (phase.arrivalRate ?? 0) * faster));
  const wanted = count ?? Math.max(arrivals, enough(rules) / judgedShare(settings.share, variables));
  const longer =
    duration === undefined ? wanted / arrivals : duration / sum(phases.map((phase) => phase.duration));
  const schedule = phases.map(
    (phase): ArrivalPhase => ({
      seconds: Math.max(1, Math.ceil(Number((phase.duration * longer).toFixed(6)))),
      perSecond: (phase.arrivalRate ?? 0) * faster,
    }),
  );
  return {
    phases: schedule.map(({ seconds, perSecond }, index) => ({
      ...phases[index],
      // The warm-up, which does not count, lengthens the first phase.
      duration: seconds + (index === 0 ? settings.warmUp : 0),
      arrivalRate: perSecond,
    })),
    settings,
    count: undefined,
    schedule,
    seconds: sum(schedule.map(({ seconds }) => seconds)),
  };
}

/** Default number of requests of one kind: `ENOUGH` times the fewest that a verdict needs. */
function enough({ quantile, accuracy, confidence }: Rules): number {
  const fewest = [quantile, accuracy].map((share) => minimumSamples(share, confidence));
  return Math.ceil(ENOUGH * Math.max(...fewest));
}

/** Share of the arrivals in the smallest judged group: first requests or repeats; in `abuse`, the good requests. */
function judgedShare(share: number, { judged = 1 }: ScriptConfig['variables'] = {}): number {
  return share > 0 && share < 1 ? Math.min(share, 1 - share) : judged;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The load of a run in words, for the report. */
export function describeLoad(scenario: string, plan: RunPlan): string {
  const { warmUp, think: pause, together } = plan.settings;
  const after = warmUp ? `, after ${warmUp} s of warm-up` : '';
  const think = pause[1] ? ` that think ${pause[0]} to ${pause[1]} s` : '';
  const amount = [
    ...(plan.count === undefined ? [] : [`${plan.count} requests`]),
    ...(plan.seconds === undefined ? [] : [`${plan.seconds} s`]),
  ].join(' or ');
  const rates = plan.schedule?.map(({ perSecond }) => Number(perSecond.toFixed(1)));
  const source = rates ? `${rates.join(', then ')} arrivals/s` : `${together} clients${think}`;
  return `${scenario}: ${source}, ${amount}${after}`;
}

type Misfits = Partial<Record<keyof Amount, string>>;

/** @throws UsageError naming the first option that the scenario would ignore, and why */
export function requireFit(scenario: string, script: ScriptConfig, amount: Amount): void {
  const [misfit] = Object.entries(misfits(scenario, script, amount));
  if (misfit !== undefined) throw new UsageError(`--${misfit[0]} does not fit ${scenario}: ${misfit[1]}`);
}

function misfits(scenario: string, { phases: [phase], variables }: ScriptConfig, amount: Amount): Misfits {
  const { count, duration, rate, share, clients, think } = amount;
  const isAtRate = phase.arrivalRate !== undefined;
  const reasons: Misfits = {};
  if (rate !== undefined && !isAtRate) reasons.rate = 'its clients wait for responses';
  if (clients !== undefined && isAtRate) reasons.clients = 'its requests arrive at a rate';
  if (think !== undefined && variables?.think === undefined) reasons.think = 'its clients do not pause';
  if (count !== undefined && scenario === 'peak') {
    reasons.count = 'each of its probes lasts for a set time: change it with --duration';
  } else if (count !== undefined && duration !== undefined && isAtRate) {
    reasons.count = '--duration and the rate already determine how many requests arrive';
  }
  if (share !== undefined && variables?.share === undefined) reasons.share = 'it repeats no ids';
  return reasons;
}
