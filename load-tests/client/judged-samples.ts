import type { Sample } from '../../functions/inference/contracts/client.ts';

/** A model repeats its predictions but for members that are left out for want of time, and the rounding of another processor. */
const REPEATED = 0.99;

/**
 * Samples as a run sends them, and the share of the responses to labelled ones that must be right. Where the folder records what
 * the model predicts for each, labels remain only on samples that it predicts correctly: nearly all of these must be right again.
 *
 * @param samplesRight the share where nothing is recorded, 0 to 1
 */
export function judgedSamples(samples: readonly Sample[], samplesRight: number) {
  const labelled = samples.filter(({ label }) => label !== undefined);
  const isRecorded = labelled.length > 0 && labelled.every(({ predicted }) => predicted !== undefined);
  if (!isRecorded) return { samples, accuracy: samplesRight };
  const judged = samples.map((sample) =>
    sample.predicted === sample.label ? sample : { ...sample, label: undefined },
  );
  return { samples: judged, accuracy: REPEATED };
}
