/** The response of `POST /explain`, for people. */
import * as v from 'valibot';
import {
  type Contract,
  type InferenceRoute,
  isInferenceRoute,
  type ModelInfo,
} from '../contracts/contract.ts';
import { jsonBody } from '../contracts/description/operation.ts';

/** Fields of every explanation. Each pipeline adds fields of its own, also to the entries of `members`. */
export const ExplanationSchema = v.object({
  reply: v.pipe(v.unknown(), v.description('The response of the contract; null if it is binary.')),
  prediction: v.pipe(v.string(), v.description('The prediction in a few words.')),
  cache: v.pipe(
    v.picklist(['hit', 'miss', 'too-large', 'degraded', 'off']),
    v.description('The value of the header `x-subsecond-cache`.'),
  ),
  version: v.pipe(v.string(), v.description('Version of the model that made the prediction.')),
  members: v.pipe(
    v.array(v.looseObject({ name: v.string(), weight: v.number(), milliseconds: v.number() })),
    v.description('The vote of each member that ran; empty if no member ran, as for a cached response.'),
  ),
  decidedAfter: v.optional(
    v.pipe(
      v.number(),
      v.description(
        'Number of members after which the remaining votes could no longer change the prediction.',
      ),
    ),
  ),
  stages: v.pipe(v.record(v.string(), v.number()), v.description('Duration of each step, in milliseconds.')),
});

const EXAMPLE = {
  reply: { cat: 0.94, dog: 0.06 },
  prediction: 'cat',
  cache: 'miss',
  version: '1',
  members: [{ name: 'resnet', weight: 1, milliseconds: 2.929 }],
  stages: { contract: 0.099, cacheGet: 0.012, decode: 0.372, predict: 2.929, cachePut: 2.334 },
};

/** Adds the route `POST /explain`, which takes the contract's requests, and whose responses also have the members' votes. */
export function withExplanation(contract: Contract, { members }: ModelInfo): Contract {
  const route = contract.routes.find(isInferenceRoute)!;
  const explanation: InferenceRoute = {
    ...route,
    method: 'POST',
    path: '/explain',
    explains: true,
    describe() {
      const { headers: _, ...shown } = route.describe();
      return {
        ...shown,
        operationId: 'explain',
        summary: `The response${members.length > 1 ? ', the vote of each member,' : ''} and the duration of each step`,
        gives: jsonBody(ExplanationSchema, EXAMPLE),
      };
    },
  };
  return {
    ...contract,
    routes: [...contract.routes, explanation],
    schemas: { ...contract.schemas, Explanation: ExplanationSchema },
  };
}
