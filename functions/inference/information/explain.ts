/** What `POST /explain` says of a response, for people. */
import * as v from 'valibot';
import type { InferenceResult } from '../contracts/contract.ts';
import type { HttpResponse } from '../contracts/http.ts';
import type { RequestRecord } from '../telemetry/request-record.ts';

/** What is said of every response; each pipeline adds what its members said. */
export const ExplanationSchema = v.object({
  reply: v.pipe(v.unknown(), v.description("The contract's own reply; null where that is binary.")),
  answer: v.pipe(v.string(), v.description('The prediction in a few words.')),
  cache: v.pipe(
    v.picklist(['hit', 'miss', 'too-large', 'degraded', 'off']),
    v.description('Whether the response was cached.'),
  ),
  version: v.pipe(v.string(), v.description('Version of the model that predicted.')),
  members: v.pipe(
    v.array(v.looseObject({ name: v.string(), weight: v.number(), milliseconds: v.number() })),
    v.description('The vote of each member that ran; empty where the response was cached.'),
  ),
  decidedAfter: v.optional(
    v.pipe(
      v.number(),
      v.description(
        'How many members settled it: the votes of those after them could not have changed the response.',
      ),
    ),
  ),
  stages: v.pipe(v.record(v.string(), v.number()), v.description('Milliseconds of each step.')),
});

/** What the members said, or could have said where the response was cached. */
export interface Explained {
  readonly explanation: Readonly<Record<string, unknown>>;
  readonly decidedAfter?: number | undefined;
}

/** The contract's own reply, and how it came about. `members` is empty where the response was cached. */
export function explain(
  reply: HttpResponse,
  { version }: InferenceResult,
  record: RequestRecord,
  prediction: Explained,
): Record<string, unknown> {
  return {
    reply: typeof reply.body === 'string' ? JSON.parse(reply.body) : null,
    answer: record.summary?.answer ?? '',
    cache: record.cache?.outcome ?? 'off',
    version,
    ...prediction.explanation,
    ...(prediction.decidedAfter !== undefined && { decidedAfter: prediction.decidedAfter }),
    stages: record.stages.milliseconds,
  };
}
