/** Models that nobody computes for, and requests to them. */
import { expect } from 'vitest';
import type {
  Contract,
  InferenceRoute,
  ModelInfo,
  ParsedRequest,
} from '../../../../../functions/inference/contracts/contract.ts';
import type { HttpRequest, HttpResponse } from '../../../../../functions/inference/contracts/http.ts';
import { openInference } from '../../../../../functions/inference/contracts/open-inference/contract.ts';
import {
  type Datatype,
  fits,
  type TensorInfo,
  type Tensors,
} from '../../../../../functions/inference/model/tensors.ts';
import type { TensorView } from '../../../../../functions/inference/pipelines/pipeline.ts';
import { Problem, type ProblemName } from '../../../../../functions/inference/problems/problems.ts';
import type { WireMessage } from '../../../../support/open-inference-client.ts';
import { refusalOf } from '../../../support/refusal.ts';
import { request } from '../../../support/requests.ts';

export const VERSION = '3f2a';

/** A model that takes what `inputs` says; what it responds with is up to each test. */
export function modelOf(
  inputs: readonly TensorInfo[],
  outputs: readonly TensorInfo[] = inputs,
  changes: Partial<ModelInfo> = {},
): ModelInfo {
  return {
    name: 'mymodel',
    pipeline: 'tensor',
    version: VERSION,
    title: 'My model',
    hint: '',
    members: ['one'],
    deadlineMilliseconds: 900,
    tensors: viewOf(inputs, outputs) as TensorView<unknown, unknown>,
    models: [
      { name: 'mymodel', version: VERSION, title: 'My model' },
      { name: 'other', version: '77', title: 'Other' },
    ],
    ...changes,
  };
}

/** A model that gives back the tensors that it gets. */
export function echoOf(datatype: Datatype, shape: readonly number[] = [-1]): ModelInfo {
  return modelOf([{ name: 'x', datatype, shape }]);
}

/** The example of the protocol's text, with as many elements in `input1` as its shape says. */
export const exampleModel = modelOf(
  [
    { name: 'input0', datatype: 'UINT32', shape: [2, 2] },
    { name: 'input1', datatype: 'BOOL', shape: [3] },
  ],
  [{ name: 'output0', datatype: 'FP32', shape: [3, 2] }],
);

export const exampleOutput: Tensors = {
  output0: { datatype: 'FP32', shape: [3, 2], data: Float32Array.of(1, 1.5, 2, 2.5, 3, 3.5) },
};

function viewOf(inputs: readonly TensorInfo[], outputs: readonly TensorInfo[]): TensorView<Tensors, Tensors> {
  return {
    inputs,
    outputs,
    input(tensors) {
      for (const place of inputs) {
        const tensor = tensors[place.name];
        if (!tensor || !fits(tensor, place))
          throw new Problem('invalid-tensor', `"${place.name}" is not right.`);
      }
      if (Object.keys(tensors).length > inputs.length)
        throw new Problem('invalid-tensor', 'One is superfluous.');
      return tensors;
    },
    output: (output, wanted) => Object.fromEntries(wanted.map((name) => [name, output[name]!])),
  };
}

/** A request with a body of bytes. */
export function post(path: string, { headers, body }: WireMessage): HttpRequest {
  return request('POST', path, { headers, body });
}

/** A request with a body of JSON. */
export function postJson(path: string, content: unknown, headers: Record<string, string> = {}): HttpRequest {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  return request('POST', path, { headers: { 'content-type': 'application/json', ...headers }, body });
}

/** A request for inference under an idempotency key. */
export function keyed({ headers, body }: WireMessage): HttpRequest {
  return post(INFER, { body, headers: { ...headers, 'idempotency-key': 'q' } });
}

export const INFER = '/v2/models/mymodel/infer';

export function contractOf(model: ModelInfo): Contract {
  return openInference.open(model, {});
}

export function inferRoute(model: ModelInfo, path = INFER): InferenceRoute {
  const route = contractOf(model).routes.find((candidate) => candidate.path === path);
  if (!route || !('parse' in route)) throw new Error(`${path} takes no requests`);
  return route;
}

export function parse(model: ModelInfo, sent: HttpRequest): ParsedRequest<Tensors> {
  return inferRoute(model).parse(sent) as ParsedRequest<Tensors>;
}

/** The problem that a request ends with. */
export function problemOf(model: ModelInfo, sent: HttpRequest): Problem {
  const problem = refusalOf(() => parse(model, sent));
  if (!problem) throw new Error('The request was taken.');
  return problem;
}

/** Fails unless a request ends with this problem. @param message a part of what the problem says */
export function expectProblem(
  model: ModelInfo,
  sent: HttpRequest,
  problem: ProblemName,
  message: string,
): void {
  expect(problemOf(model, sent)).toMatchObject({ problem, message: expect.stringContaining(message) });
}

/**
 * The way of one request through the contract, errors included.
 *
 * @param predict what the model gives; by default the tensors that it got
 */
export function send(
  model: ModelInfo,
  sent: HttpRequest,
  predict: (input: Tensors) => Tensors = (input) => input,
): HttpResponse {
  try {
    const parsed = parse(model, sent);
    return inferRoute(model).reply({ parsed, output: predict(parsed.input), version: model.version }, 0);
  } catch (error) {
    if (error instanceof Problem) return contractOf(model).problem(error);
    throw error;
  }
}

/** A response as a client sees it. */
export function wireOf({ headers, body = '' }: HttpResponse): WireMessage {
  return { headers: { ...headers }, body: Buffer.from(body as string) };
}

export { bodyOf as contentOf } from '../../../support/requests.ts';
