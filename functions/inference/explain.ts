/** What `POST /explain` says of an answer, for people. */
import * as v from 'valibot';
import type { Answered, Services } from './answer.ts';
import { topLabels } from './ensemble/prediction.ts';
import type { RequestRecord } from './telemetry/request-record.ts';

const LABELS_SHOWN = 5;

const Ranking = v.array(v.object({ label: v.string(), probability: v.number() }));

/** What is said beyond the contract's own reply. */
export const ExplanationSchema = v.object({
  confidence: v.pipe(v.number(), v.description('Greatest probability of the mean, 0 to 1.')),
  cache: v.pipe(
    v.picklist(['hit', 'miss', 'degraded', 'off']),
    v.description('Whether the answer was remembered.'),
  ),
  version: v.pipe(v.string(), v.description('Version of the ensemble that answered.')),
  rejected: v.pipe(v.boolean(), v.description('Whether the answer is "isnull": none of the labels.')),
  threshold: v.pipe(
    v.number(),
    v.description(
      'Below this confidence answers are rejected now; a remembered one was judged when it was new.',
    ),
  ),
  members: v.pipe(
    v.array(v.object({ name: v.string(), milliseconds: v.number(), top: Ranking })),
    v.description(
      'The vote of each model that ran, its five best labels; empty where the answer was remembered.',
    ),
  ),
  mean: v.pipe(Ranking, v.description('The five best labels of all votes together.')),
  stages: v.pipe(v.record(v.string(), v.number()), v.description('Milliseconds of each step.')),
});

/** The contract's own reply, and how it came about. `members` is empty where the answer was remembered. */
export function explain(
  reply: Record<string, unknown>,
  { answer }: Answered,
  record: RequestRecord,
  { ensemble }: Services,
): Record<string, unknown> & v.InferOutput<typeof ExplanationSchema> {
  const top = (probabilities: Float32Array) => topLabels(probabilities, ensemble.labels, LABELS_SHOWN);
  return {
    ...reply,
    confidence: answer.confidence,
    cache: record.visit?.outcome ?? 'off',
    version: answer.version,
    rejected: answer.answer === ensemble.rejectAnswer,
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
