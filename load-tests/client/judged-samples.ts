import type { Sample } from '../../functions/inference/contracts/client.ts';

/**
 * Share of the responses that must have the recorded prediction. The others may differ, because the ensemble leaves members
 * out when time is short, and because processors round differently.
 */
const REPEATED = 0.99;

/** If all labelled samples have recorded predictions, removes the labels that differ from them: such samples are not judged. */
export function judgedSamples(samples: readonly Sample[]): readonly Sample[] {
  if (!isRecorded(samples)) return samples;
  return samples.map((sample) =>
    sample.predicted === sample.label ? sample : { ...sample, label: undefined },
  );
}

/**
 * Share of the responses to judged samples that must be right: `REPEATED` if every labelled sample has a recorded prediction.
 * @param samplesRight the share otherwise, 0 to 1
 */
export function demandedAccuracy(samples: readonly Sample[], samplesRight: number): number {
  return isRecorded(samples) ? REPEATED : samplesRight;
}

function isRecorded(samples: readonly Sample[]): boolean {
  const labelled = samples.filter(({ label }) => label !== undefined);
  return labelled.length > 0 && labelled.every(({ predicted }) => predicted !== undefined);
}
