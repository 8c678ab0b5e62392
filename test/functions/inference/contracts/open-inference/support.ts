/** Models without an ONNX graph, and requests to them. */
import { expect } from 'vitest';
import type {
  InferenceRoute,
  ModelInfo,
  ParsedRequest,
} from '../../../../../functions/inference/contracts/contract.ts';
import {
  type HttpRequest,
  type HttpResponse,
  problemResponse,
} from '../../../../../functions/inference/contracts/http.ts';
import { openInference } from '../../../../../functions/inference/contracts/open-inference/contract.ts';
import { fits, type TensorInfo, type Tensors } from '../../../../../functions/inference/model/tensors.ts';
import { Problem, type ProblemName } from '../../../../../functions/inference/problems/problems.ts';
import type { WireMessage } from '../../../../support/open-inference-client.ts';
import { refusalOf } from '../../../support/refusal.ts';
import { request } from '../../../support/requests.ts';

/** A model with these inputs. Each test defines how the model responds. */
export function modelOf(
  inputs: readonly TensorInfo[],
  outputs = inputs,
  changes: Partial<ModelInfo> = {},
): ModelInfo {
  const tensors: ModelInfo['tensors'] = {
    inputs,
    outputs,
    input(given) {
      const isRight = inputs.every((input) => given[input.name] && fits(given[input.name]!, input));
      if (isRight && Object.keys(given).length === inputs.length) return given;
      throw new Problem('invalid-tensor', 'The model takes others.');
    },
    output: (output, wanted) => Object.fromEntries(wanted.map((name) => [name, (output as Tensors)[name]!])),
  };
  return {
    name: 'mymodel',
    pipeline: 'tensor',
    version: '3f2a',
    title: 'My model',
    hint: '',
    members: ['one'],
    deadlineMilliseconds: 900,
    tensors,
    models: [{ name: 'mymodel', version: '3f2a', title: 'My model' }],
    ...changes,
  };
}

/** A model that returns its input. */
export function echoOf(datatype: TensorInfo['datatype'], shape: readonly number[] = [-1]): ModelInfo {
  return modelOf([{ name: 'x', datatype, shape }]);
}

/** The model in the example of the protocol's specification. The tests send all elements of `input1`; the example lacks some. */
export const exampleModel = modelOf(
  [
    { name: 'input0', datatype: 'UINT32', shape: [2, 2] },
    { name: 'input1', datatype: 'BOOL', shape: [3] },
  ],
  [{ name: 'output0', datatype: 'FP32', shape: [3, 2] }],
);

export const INFER = '/v2/models/mymodel/infer';

export function infer({ headers, body }: WireMessage): HttpRequest {
  return request('POST', INFER, { headers, body });
}

export function inferJson(content: unknown, headers: Record<string, string> = {}): HttpRequest {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  return request('POST', INFER, { headers: { 'content-type': 'application/json', ...headers }, body });
}

export function keyed({ headers, body }: WireMessage): HttpRequest {
  return infer({ body, headers: { ...headers, 'idempotency-key': 'q' } });
}

export const contractOf = (model: ModelInfo) => openInference.open(model, {});

export function inferRoute(model: ModelInfo): InferenceRoute<ParsedRequest<Tensors>, Tensors> {
  return contractOf(model).routes.find(({ path }) => path === INFER) as InferenceRoute<
    ParsedRequest<Tensors>,
    Tensors
  >;
}

export const parse = (model: ModelInfo, sent: HttpRequest) => inferRoute(model).parse(sent);

/** The problem that a request is refused with; undefined if it is accepted. */
export const problemOf = (model: ModelInfo, sent: HttpRequest) => refusalOf(() => parse(model, sent));

/** Expects a request to be refused with this problem. @param message part of the problem's message */
export function expectProblem(model: ModelInfo, sent: HttpRequest, problem: ProblemName, message: string) {
  expect(problemOf(model, sent)).toMatchObject({ problem, message: expect.stringContaining(message) });
}

/**
 * Passes a request through the contract, and converts a thrown problem into its response.
 *
 * @param predict the model's prediction; returns the inputs by default
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
    if (error instanceof Problem) return problemResponse(error, contractOf(model).errors);
    throw error;
  }
}

export function wireOf({ headers, body = '' }: HttpResponse): WireMessage {
  return { headers: { ...headers }, body: Buffer.from(body as string) };
}

export { bodyOf as contentOf } from '../../../support/requests.ts';
