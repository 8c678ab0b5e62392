import { amount } from '../../report/format.ts';
import { NETWORK_MARGIN_MILLISECONDS } from '../../workload/defaults.ts';
import type { Period } from '../../workload/workload.ts';
import type { BillInput } from '../bill-input.ts';
import { sideFunctionUsage } from './side-function.ts';
import type { Usage } from './usage.ts';

/** Memory of the function that asks (lib/monitoring/synthetic-question.ts). */
export const SYNTHETIC_MEGABYTES = 256;
/** Seconds from one question to the next (the same file). */
export const SYNTHETIC_INTERVAL_SECONDS = 300;

/** The function that asks a task a question every five minutes, day and night. */
export function syntheticQuestionUsage(input: BillInput): Usage[] {
  const { load, configuration, period } = input;
  if (!configuration.syntheticQuestion) return [];
  return sideFunctionUsage(
    {
      title: 'Synthetic question',
      calls: questions(period),
      arithmetic: `${amount(period.calendarHours)} h × 3600 s / ${SYNTHETIC_INTERVAL_SECONDS} s`,
      memoryMegabytes: SYNTHETIC_MEGABYTES,
      milliseconds: load.fresh.mean + NETWORK_MARGIN_MILLISECONDS,
      isCold: true,
      isWarm: false,
      provisioned: 0,
    },
    input,
  );
}

/** What the service answers: the questions of callers, and the synthetic ones, which are fresh, among them. */
export function withSyntheticQuestions<Input extends BillInput>(input: Input): Input {
  const { load, configuration, period } = input;
  if (!configuration.syntheticQuestion) return input;
  const ratePerSecond = load.ratePerSecond + questions(period) / (period.activeHours * 3600);
  const repeatShare = (load.repeatShare * load.ratePerSecond) / ratePerSecond;
  return { ...input, load: { ...load, ratePerSecond, repeatShare } };
}

function questions({ calendarHours }: Period): number {
  return (calendarHours * 3600) / SYNTHETIC_INTERVAL_SECONDS;
}
