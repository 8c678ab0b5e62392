import type { Amount } from '../options/options.ts';
import type { ArrivalPhase } from '../verdict/arrivals.ts';
import type { Rules } from '../verdict/judge.ts';
import { percentileName } from '../verdict/promise.ts';
import { type Ensure, type Phase, type Phases, rateOf, type ScriptConfig } from './script.ts';

/** What one run of a scenario will be. */
export interface RunPlan {
  /** For `artillery run --overrides`. */
  overrides: { config: ScriptConfig };
  /** Questions that will be asked, about; undefined when only time ends the run. */
  count: number | undefined;
  /** Arrivals that Artillery makes after the warm-up; undefined where answers set the pace. */
  schedule: ArrivalPhase[] | undefined;
  /** Seconds of asking after the warm-up; undefined when only the count ends the run. */
  seconds: number | undefined;
  /** Every question must get a good answer: the scenario's `ensure` says so. */
  noneMayFail: boolean;
}

/** Outbids a limit of the scenario file, which Artillery merges with the overrides. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Percentiles that Artillery computes and `ensure` can parse. */
const ENSURED = new Set(['p50', 'p75', 'p90', 'p95', 'p99']);

const NONE_FAILED = 'subsecond.failed == 0';

/** Adjusts a scenario to what was asked for on the command line. */
export function planRun(script: ScriptConfig, amount: Amount, rules: Rules): RunPlan {
  const ensure = script.ensure === undefined ? {} : { ensure: adjustEnsure(script.ensure, rules) };
  const { warmUp = 0 } = amount;
  const variables = { ...script.variables, limit: rules.limitMilliseconds, warmUp };
  const noneMayFail =
    script.ensure?.conditions?.some(({ expression }) => expression === NONE_FAILED) ?? false;
  if (rateOf(script.phases[0]) !== undefined) {
    return { ...planArrivals(script.phases, { variables, ...ensure }, amount), noneMayFail };
  }
  const asked: Record<string, number> = { ...variables, ...askingLimits(variables, amount) };
  return {
    overrides: { config: { phases: script.phases, variables: asked, ...ensure } },
    schedule: undefined,
    count: limited(asked.count),
    seconds: limited(asked.seconds),
    noneMayFail,
  };
}

/** The file's limits, scaled, or those of the command line, which put the file's out of force. */
function askingLimits({ count, seconds }: Record<string, number>, amount: Amount): Record<string, number> {
  const { scale = 1 } = amount;
  if (amount.count !== undefined || amount.duration !== undefined) {
    return { count: amount.count ?? UNLIMITED, seconds: amount.duration ?? UNLIMITED };
  }
  return {
    ...(count === undefined ? {} : { count: Math.ceil(count * scale) }),
    ...(seconds === undefined ? {} : { seconds: Math.ceil(seconds * scale) }),
  };
}

function limited(value: number | undefined): number | undefined {
  return value === UNLIMITED ? undefined : value;
}

function planArrivals(
  phases: Phases,
  config: Omit<ScriptConfig, 'phases'>,
  amount: Amount,
): Omit<RunPlan, 'noneMayFail'> {
  const adjusted = adjustPhases(phases, amount);
  const variables = { ...config.variables, ...(amount.share === undefined ? {} : { share: amount.share }) };
  const seconds = adjusted.reduce((sum, { duration }) => sum + duration, 0);
  const schedule = adjusted.map(
    (phase): ArrivalPhase => ({
      seconds: phase.duration,
      perSecond: rateOf(phase) ?? 0,
      spread: phase.mode === 'poisson' ? 'poisson' : 'even',
    }),
  );
  const overrides = { config: { ...config, phases: withWarmUp(adjusted, amount.warmUp ?? 0), variables } };
  return { overrides, count: undefined, schedule, seconds };
}

/** The phases at another rate and for another time; several keep their proportions. */
function adjustPhases(phases: Phases, amount: Amount): Phases {
  const usualRate = rateOf(phases[0]) ?? 0;
  const faster = (amount.rate ?? usualRate) / usualRate;
  const usualArrivals = phases.reduce((sum, phase) => sum + (rateOf(phase) ?? 0) * phase.duration, 0);
  const usualSeconds = phases.reduce((sum, { duration }) => sum + duration, 0);
  const byCount = amount.count === undefined ? undefined : amount.count / (usualArrivals * faster);
  const byTime = amount.duration === undefined ? undefined : amount.duration / usualSeconds;
  const longer = byTime ?? byCount ?? amount.scale ?? 1;
  return phases.map((phase) => {
    const duration = Math.max(1, Math.ceil(Number((phase.duration * longer).toFixed(6))));
    return withRate({ ...phase, duration }, (rateOf(phase) ?? 0) * faster);
  }) as Phases;
}

/** The first phase longer by seconds that do not count. */
function withWarmUp([first, ...others]: Phases, seconds: number): Phases {
  return [withRate({ ...first, duration: first.duration + seconds }, rateOf(first) ?? 0), ...others];
}

/** A phase that counts its arrivals goes on counting them. */
function withRate(phase: Phase, rate: number): Phase {
  const pace =
    phase.arrivalCount === undefined
      ? { arrivalRate: rate }
      : { arrivalCount: Math.round(rate * phase.duration) };
  return { ...phase, ...pace };
}

function adjustEnsure(ensure: Ensure, rules: Rules): Ensure {
  const percentile = percentileName(rules.quantile);
  const thresholds = ENSURED.has(percentile)
    ? [{ [`http.total.${percentile}`]: rules.limitMilliseconds }]
    : [];
  const allowed = Number((1 - rules.quantile).toFixed(9));
  const conditions = (ensure.conditions ?? []).map(({ expression }) => ({
    expression: expression.replace(/(subsecond\.failed <=) [\d.]+/, `$1 ${allowed}`),
  }));
  return { thresholds, conditions };
}

/** The load of a run in words, for the report. */
export function describeLoad(scenario: string, plan: RunPlan): string {
  const { phases, variables } = plan.overrides.config;
  const warmUp = variables?.warmUp ? `, after ${variables.warmUp} s of warm-up` : '';
  const amount = [
    ...(plan.count === undefined ? [] : [`${plan.count} questions`]),
    ...(plan.seconds === undefined ? [] : [`${plan.seconds} s`]),
  ].join(' or ');
  const source =
    plan.schedule === undefined ? `${phases[0].arrivalCount} users` : describeArrivals(plan.schedule);
  return `${scenario}: ${source}, ${amount}${warmUp}`;
}

function describeArrivals(schedule: ArrivalPhase[]): string {
  const rates = schedule.map(({ perSecond }) => Number(perSecond.toFixed(1)));
  return `${rates.join(', then ')} arrivals/s (${schedule[0]?.spread})`;
}
