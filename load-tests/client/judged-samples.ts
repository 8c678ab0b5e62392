import type { Sample } from '../../functions/inference/contracts/client.ts';

/**
 * Share of the recorded predictions that must come again. Others may differ, because members are left out when time is short,
 * and processors round differently.
 */
const REPEATED = 0.99;

/**
 * The samples of a run, and the share of the labelled responses that must be right. If the folder records the model's
 * predictions, only samples that it predicts correctly keep their labels, and nearly all of these must be right again.
 * @param samplesRight the share without records, 0 to 1
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
