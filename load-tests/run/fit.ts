import { UsageError } from '../../project/usage-error.ts';
import type { Amount } from '../options/options.ts';
import { rateOf, type ScriptConfig } from './script.ts';

type Misfits = Partial<Record<keyof Amount, string>>;

/** @throws UsageError naming the first option that the scenario would ignore, and why */
export function requireFit(scenario: string, script: ScriptConfig, amount: Amount): void {
  const [misfit] = Object.entries(misfits(scenario, script, amount));
  if (misfit !== undefined) throw new UsageError(`--${misfit[0]} does not fit ${scenario}: ${misfit[1]}`);
}

/** For `all`: the amount without the options that the scenario would ignore, and at the rate in its name. */
export function fitting(scenario: string, script: ScriptConfig, amount: Amount): Amount {
  const leftOut = new Set(Object.keys(misfits(scenario, script, amount)));
  if (scenario.startsWith('steady')) leftOut.add('rate');
  return Object.fromEntries(Object.entries(amount).filter(([name]) => !leftOut.has(name)));
}

function misfits(
  scenario: string,
  { phases: [phase], variables }: ScriptConfig,
  { count, duration, rate, share }: Amount,
): Misfits {
  const isAtRate = rateOf(phase) !== undefined;
  const reasons: Misfits = {};
  if (rate !== undefined && !isAtRate) reasons.rate = 'its users ask when they were answered';
  if (count !== undefined && scenario === 'peak') {
    reasons.count = 'its probes go by time, which --duration changes';
  } else if (count !== undefined && duration !== undefined && isAtRate) {
    reasons.count = '--duration and its rate say already how many arrive';
  }
  if (share !== undefined && variables?.share === undefined) reasons.share = 'it repeats no ids';
  return reasons;
}
