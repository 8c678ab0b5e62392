/** What `POST /explain` says of an answer, for people. */
import type { Answered, Services } from './answer.ts';
import { topLabels } from './ensemble/prediction.ts';
import type { RequestRecord } from './telemetry/request-record.ts';

const LABELS_SHOWN = 5;

/** The contract's own reply, and how it came about. `members` is empty where the answer was remembered. */
export function explain(
  reply: Record<string, unknown>,
  { answer }: Answered,
  record: RequestRecord,
  { ensemble }: Services,
): Record<string, unknown> {
  const top = (probabilities: Float32Array) => topLabels(probabilities, ensemble.labels, LABELS_SHOWN);
  return {
    ...reply,
    confidence: answer.confidence,
    cache: record.visit?.outcome ?? 'off',
    version: ensemble.version,
    threshold: ensemble.threshold,
    members: (record.prediction?.votes ?? []).map(({ name, milliseconds, probabilities }) => ({
      name,
      milliseconds,
      top: top(probabilities),
    })),
    mean: record.prediction ? top(record.prediction.mean) : [],
    stages: record.stages.milliseconds,
  };
}
