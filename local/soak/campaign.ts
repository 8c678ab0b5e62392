/** One fault after the other, in an order drawn anew each time all of them have been done. */
import type { Fault, Stage } from './faults/fault.ts';
import type { Random } from './random.ts';
import type { FaultResult } from './report/outcome.ts';
import type { Trial } from './trial.ts';

const LONGEST_CALM_MILLISECONDS = 1500;

/** How a campaign is told when to end, and tells what it does. */
export interface CampaignTerms {
  readonly secondsLeft: () => number;
  /** Seconds since the start of the soak. */
  readonly seconds: () => number;
  /** Takes what happens now. */
  readonly show: (what: string) => void;
}

/** Does one fault at least; none is begun when no time is left, nor when there is no service any more. */
export async function campaign(
  faults: readonly Fault[],
  trial: Trial,
  stage: Stage,
  random: Random,
  { secondsLeft, seconds, show }: CampaignTerms,
): Promise<FaultResult[]> {
  const results: FaultResult[] = [];
  let deck: Fault[] = [];
  do {
    show('calm');
    await stage.sleep(random.whole(0, LONGEST_CALM_MILLISECONDS));
    if (deck.length === 0) deck = random.shuffled(faults);
    const fault = deck.pop();
    if (!fault || stage.signal.aborted) break;
    show(fault.name);
    const result = await trial.of(fault, seconds());
    // A fault that was broken off has shown nothing, unless something did not hold already.
    if (!stage.signal.aborted || result.complaints.length > 0) results.push(result);
  } while (secondsLeft() > 0 && stage.service.pid !== undefined);
  return results;
}
