/**
 * Contract `open-inference`: the Open Inference Protocol v2 over HTTP (github.com/kserve/open-inference-protocol), with
 * Triton's extensions for binary tensors, statistics, configuration and the repository's index. Takes every model.
 */

import type { ContractDefinition, InferenceRoute, ModelInfo } from '../contract.ts';
import { json } from '../http.ts';
import { describeContract } from './description/description.ts';
import { type InferReply, inferReply } from './infer/reply.ts';
import { parseInferRequest } from './infer/request.ts';
import { informationRoutes, missingAt, modelPaths } from './information.ts';

export const openInference: ContractDefinition = {
  name: 'open-inference',
  pipelines: undefined,
  open: (model) => ({
    name: openInference.name,
    root: '/v2',
    missing: (path) => missingAt(path, model),
    routes: [
      ...informationRoutes(model),
      ...modelPaths(model).map((path) => inferRoute(`${path}/infer`, model)),
    ],
    problem: (problem) => json(problem.status, { error: problem.message }, problem.headers),
    describe: () => describeContract(model),
  }),
};

/** The request that `parse` makes must come back to `reply`: it knows which outputs are requested, and how. */
function inferRoute(path: string, model: ModelInfo): InferenceRoute {
  return {
    method: 'POST',
    path,
    parse: (request) => parseInferRequest(request, model),
    reply: (result) => inferReply(result as InferReply, model),
  };
}
