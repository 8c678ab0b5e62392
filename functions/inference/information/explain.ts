/** What `POST /explain` says of a response, for people. */
import * as v from 'valibot';

/** What is said of every response; each pipeline adds what its members said. */
export const ExplanationSchema = v.object({
  reply: v.pipe(v.unknown(), v.description('The response of the contract; null if it is binary.')),
  prediction: v.pipe(v.string(), v.description('The prediction in a few words.')),
  cache: v.pipe(
    v.picklist(['hit', 'miss', 'too-large', 'degraded', 'off']),
    v.description('The outcome of the cache lookup.'),
  ),
  version: v.pipe(v.string(), v.description('Version of the model that made the prediction.')),
  members: v.pipe(
    v.array(v.looseObject({ name: v.string(), weight: v.number(), milliseconds: v.number() })),
    v.description('The vote of each member that ran; empty if the response was cached.'),
  ),
  decidedAfter: v.optional(
    v.pipe(
      v.number(),
      v.description(
        'Number of members that ran before the remaining votes could no longer change the prediction.',
      ),
    ),
  ),
  stages: v.pipe(v.record(v.string(), v.number()), v.description('Duration of each step, in milliseconds.')),
});
