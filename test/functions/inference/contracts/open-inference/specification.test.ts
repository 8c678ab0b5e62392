/**
 * Requests and replies against the protocol's own OpenAPI file, where it lies beside the repository. It is not the text
 * of the protocol, `inference_rest.md`, to the letter. Where they differ, the text goes first:
 * - paths: the file has only those with a version, and `/v2/` where the text has `v2`;
 * - an input needs `data` in the file: binary data, Triton's extension, is none of it;
 * - `model_name` is required in the file and in the text, but for the text's own example;
 * - `inputs` and `outputs` of a model are required in the text, not in the file;
 * - live and ready have a body in the text, and ready's only field is called `live` there;
 * - the text's example gives `input1`, whose shape is [3], one element.
 */
import { existsSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { ServiceStatistics } from '../../../../../functions/inference/telemetry/statistics.ts';
import { binaryRequest, type ClientRequest, jsonRequest } from '../../../../support/open-inference-client.ts';
import {
  contentOf,
  contractOf,
  exampleModel,
  exampleOutput,
  INFER,
  post,
  postJson,
  send,
} from './support.ts';

const FILE = '../shared/reference/open-inference/open_inference_rest.yaml';
const ajv = new Ajv({ strict: false, allErrors: true });

/** What is wrong with a content by a schema of the file; nothing where it is right. */
function errorsOf(schema: string, content: unknown): unknown {
  const validate = ajv.getSchema(`protocol#/components/schemas/${schema}`)!;
  return validate(content) ? [] : validate.errors;
}

const request: ClientRequest = {
  id: '42',
  inputs: [
    { name: 'input0', shape: [2, 2], datatype: 'UINT32', values: [1, 2, 3, 4] },
    { name: 'input1', shape: [3], datatype: 'BOOL', values: [true, false, true] },
  ],
  outputs: [{ name: 'output0' }],
};
const bodyOf = (message: { body: Uint8Array }) => JSON.parse(new TextDecoder().decode(message.body));

describe.skipIf(!existsSync(FILE))("the protocol's OpenAPI file", () => {
  beforeAll(() => {
    ajv.addSchema(parseYaml(readFileSync(FILE, 'utf8')), 'protocol');
  });

  it.each([
    ['/v2', 'metadata_server_response'],
    ['/v2/models/mymodel', 'metadata_model_response'],
    ['/v2/models/mymodel/versions/3f2a', 'metadata_model_response'],
  ])('describes what %s gives', (path, schema) => {
    const route = contractOf(exampleModel).routes.find((candidate) => candidate.path === path);

    const response =
      route && 'respond' in route && route.respond(postJson(path, ''), new ServiceStatistics());

    expect(errorsOf(schema, contentOf(response || {}))).toEqual([]);
  });

  it.each([false, true])('describes requests that are taken, nested: %s', (nested) => {
    const message = jsonRequest(request, nested);

    const response = send(exampleModel, post(INFER, message), () => exampleOutput);

    expect(errorsOf('inference_request', bodyOf(message))).toEqual([]);
    expect(response.status).toBe(200);
  });

  it('describes replies', () => {
    const response = send(exampleModel, post(INFER, jsonRequest(request)), () => exampleOutput);

    expect(errorsOf('inference_response', contentOf(response))).toEqual([]);
  });

  it('describes errors', () => {
    const response = send(exampleModel, postJson(INFER, '{'));

    const content = contentOf(response);
    expect(response.status).toBe(400);
    expect(errorsOf('inference_error_response', content)).toEqual([]);
    expect(errorsOf('metadata_model_error_response', content)).toEqual([]);
    expect(content.error).toBeTypeOf('string');
  });

  it.each([
    ['no inputs', {}],
    ['an input without a name', { inputs: [{ shape: [1], datatype: 'FP32', data: [1] }] }],
    ['an input without a shape', { inputs: [{ name: 'x', datatype: 'FP32', data: [1] }] }],
    ['an input without a datatype', { inputs: [{ name: 'x', shape: [1], data: [1] }] }],
    ['an input without data', { inputs: [{ name: 'x', shape: [1], datatype: 'FP32' }] }],
    ['half a dimension', { inputs: [{ name: 'x', shape: [0.5], datatype: 'FP32', data: [1] }] }],
    ['an id that is a number', { id: 42, inputs: [] }],
    ['an output without a name', { inputs: [], outputs: [{}] }],
  ])('refuses %s, and so does the contract', (_, content) => {
    const response = send(exampleModel, postJson(INFER, content));

    expect(errorsOf('inference_request', content)).not.toEqual([]);
    expect(response.status).toBe(400);
  });

  it('asks for data where they are binary, which the contract takes', () => {
    const binary = binaryRequest(request);
    const end = Number(binary.headers['inference-header-content-length']);
    const header = JSON.parse(new TextDecoder().decode(binary.body.subarray(0, end)));

    const response = send(exampleModel, post(INFER, binary), () => exampleOutput);

    expect(errorsOf('inference_request', header)).toMatchObject([
      { params: { missingProperty: 'data' } },
      {},
    ]);
    expect(response.status).toBe(200);
  });
});
