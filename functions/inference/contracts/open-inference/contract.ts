/**
 * Contract `open-inference`: the Open Inference Protocol v2 over HTTP (github.com/kserve/open-inference-protocol), with
 * Triton's extensions for binary tensors, statistics, configuration and the repository's index. Takes every task.
 */

import type { ContractDefinition, QuestionRoute, TaskInfo } from '../contract.ts';
import { json } from '../http.ts';
import { describeContract } from './description/description.ts';
import { type InferAnswered, inferReply } from './infer/reply.ts';
import { parseInferRequest } from './infer/request.ts';
import { missingAt } from './information/missing.ts';
import { informationRoutes, modelPaths } from './information/routes.ts';

export const openInference: ContractDefinition = {
  name: 'open-inference',
  kinds: undefined,
  open: (task) => ({
    name: openInference.name,
    root: '/v2',
    missing: (path) => missingAt(path, task),
    routes: [
      ...informationRoutes(task),
      ...modelPaths(task).map((path) => inferRoute(`${path}/infer`, task)),
    ],
    problem: (problem) => json(problem.status, { error: problem.message }, problem.headers),
    describe: () => describeContract(task),
  }),
};

/** The question that `parse` makes must come back to `reply`: it knows which outputs are asked for, and how. */
function inferRoute(path: string, task: TaskInfo): QuestionRoute {
  return {
    method: 'POST',
    path,
    parse: (request) => parseInferRequest(request, task),
    reply: (answered) => inferReply(answered as InferAnswered, task),
  };
}
