import { percentileName, type Rules } from '../verdict/judge.ts';
import type { Amount } from './options.ts';
import { type Ensure, type Phase, rateOf, type ScriptConfig } from './script.ts';

/** What one run of a scenario will be. */
export interface RunPlan {
  /** For `artillery run --overrides`. */
  overrides: { config: ScriptConfig };
  /** Questions that will be asked, about; undefined when only time ends the run. */
  count: number | undefined;
  /** Arrivals that Artillery makes, about; undefined where answers set the pace. */
  arrivals: number | undefined;
  /** Seconds of asking; undefined when only the count ends the run. */
  seconds: number | undefined;
}

/** Outbids a limit of the scenario file, which Artillery merges with the overrides. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Percentiles that Artillery computes and `ensure` can parse. */
const ENSURED = new Set(['p50', 'p75', 'p90', 'p95', 'p99']);

/** Adjusts a scenario to what was asked for on the command line. */
export function planRun(script: ScriptConfig, amount: Amount, rules: Rules): RunPlan {
  const [phase] = script.phases;
  const ensure = script.ensure === undefined ? {} : { ensure: adjustEnsure(script.ensure, rules) };
  const variables: Record<string, number> = { ...script.variables, limit: rules.limitMilliseconds };
  const rate = rateOf(phase);
  if (rate !== undefined) return planArrivals(phase, amount.rate ?? rate, { variables, ...ensure }, amount);
  const asked: Record<string, number> = { ...variables, ...askingLimits(variables, amount) };
  return {
    overrides: { config: { phases: script.phases, variables: asked, ...ensure } },
    arrivals: undefined,
    count: limited(asked.count),
    seconds: limited(asked.seconds),
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
  phase: Phase,
  rate: number,
  config: Omit<ScriptConfig, 'phases'>,
  amount: Amount,
): RunPlan {
  const byCount = amount.count === undefined ? undefined : Math.ceil(amount.count / rate);
  const seconds = amount.duration ?? byCount ?? Math.ceil(phase.duration * (amount.scale ?? 1));
  const variables = { ...config.variables, ...(amount.share === undefined ? {} : { share: amount.share }) };
  const arrivals = Math.round(rate * seconds);
  const pace = phase.arrivalCount === undefined ? { arrivalRate: rate } : { arrivalCount: arrivals };
  const phases: [Phase] = [{ ...phase, ...pace, duration: seconds }];
  return {
    overrides: { config: { ...config, phases, variables } },
    count: undefined,
    arrivals,
    seconds,
  };
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
  const [phase] = plan.overrides.config.phases;
  const amount = [
    ...(plan.count === undefined ? [] : [`${plan.count} questions`]),
    ...(plan.seconds === undefined ? [] : [`${plan.seconds} s`]),
  ].join(' or ');
  const rate = rateOf(phase);
  const source =
    rate === undefined ? `${phase.arrivalCount} users` : `${rate} arrivals/s (${phase.mode ?? 'uniform'})`;
  return `${scenario}: ${source}, ${amount}`;
}
