/** What `POST /explain` says of a response, for people. */
import * as v from 'valibot';

/** What is said of every response; each pipeline adds what its members said. */
export const ExplanationSchema = v.object({
  reply: v.pipe(v.unknown(), v.description("The contract's own reply; null where that is binary.")),
  prediction: v.pipe(v.string(), v.description('The prediction in a few words.')),
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
