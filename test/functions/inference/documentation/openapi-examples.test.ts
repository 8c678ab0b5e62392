import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Contract, ModelInfo } from '../../../../functions/inference/contracts/contract.ts';
import { findContract } from '../../../../functions/inference/contracts/contracts.ts';
import { createOpenApi, type OpenApi } from '../../../../functions/inference/documentation/openapi.ts';
import { commonRoutes } from '../../../../functions/inference/information/common.ts';
import { withExplanation } from '../../../../functions/inference/information/explain.ts';
import {
  PROBLEMS,
  type ProblemName,
  problemType,
} from '../../../../functions/inference/problems/problems.ts';
import { bodyOf, request } from '../../support/requests.ts';
import { quietService } from '../../support/tiny.ts';
import { modelOf } from '../contracts/open-inference/support.ts';

interface Body {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Body>>;
}

const labels = { labels: ['cat', 'dog'], reject: 'neither' };
const picture = { name: 'picture', datatype: 'BYTES', shape: [1] } as const;
const label = { ...picture, name: 'label' };
const pictures = modelOf([picture], [label], { pipeline: 'image-classification', labels });

/** Models whose example requests differ, each with its contracts besides `open-inference`. */
const MODELS: readonly [string, ModelInfo, string[]][] = [
  ['pictures', pictures, ['predictions']],
  ['characters', pictures, ['esun-2021', 'predictions']],
  ['sentences', modelOf([{ ...picture, name: 'hypotheses', shape: [-1] }]), ['esun-2022']],
  ['few numbers', modelOf([{ name: 'x', datatype: 'FP32', shape: [-1, 4] }]), ['predictions']],
  ['many numbers', modelOf([{ name: 'x', datatype: 'FP16', shape: [3, 64, 64] }]), []],
];

function documentOf(model: ModelInfo, names: readonly string[]): OpenApi {
  const opened = [...names, 'open-inference'].map((name) => findContract(name)!.open(model, {}));
  const [first, ...others] = opened as [Contract, ...Contract[]];
  const contracts = [withExplanation(first, model), ...others, commonRoutes(model, undefined)];
  return createOpenApi(model, contracts);
}

describe.each(MODELS)('the OpenAPI description of a model of %s', (_, model, names) => {
  const description = documentOf(model, names);
  const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));
  const wrong = checking(description);

  it('has a unique name and a described tag for every operation', () => {
    const ids = operations.map(({ operationId }) => operationId);
    const tags = new Set(operations.flatMap((operation) => operation.tags));

    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.join()).toMatch(/^[a-zA-Z]+(,[a-zA-Z]+)*$/);
    expect(description.tags.map(({ name }) => name)).toEqual(expect.arrayContaining([...tags]));
  });

  it('has examples of the request and the responses of every operation, which match their schemas', () => {
    const errors = operations.flatMap(({ operationId, requestBody, responses }) => {
      const inRequest = Object.values(requestBody?.content ?? {});
      const inResponses = Object.values(responses).map((response) =>
        Object.values(resolve(response, description).content ?? {}),
      );
      const shown = [...(requestBody ? [inRequest] : []), ...inResponses.filter(({ length }) => length > 0)];
      return [
        ...shown.filter((bodies) => bodies.every((body) => examplesOf(body).length === 0)),
        ...shown.flat().flatMap((body) => examplesOf(body).flatMap((example) => wrong(body, example))),
      ].map((error) => ({ operationId, error }));
    });

    expect(errors).toEqual([]);
  });
});

it('has no example for a model whose outputs are too long', () => {
  const scores = { name: 'scores', datatype: 'FP32', shape: [1, 1000] } as const;

  const { paths } = documentOf(modelOf([{ ...scores, shape: [1] }], [scores]), ['predictions']);

  const { example } = paths['/predictions/mymodel']!.post!.responses[200]!.content!['application/json']!;
  expect(example).toBeUndefined();
});

/** Creates a function that validates a body against a schema of the document, and returns the errors. */
function checking({ components }: OpenApi) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema({ $id: 'api', components });
  const validators = new Map<string, ValidateFunction>();
  return ({ schema }: Body, content: unknown): unknown[] => {
    const absolute = JSON.stringify(schema).replaceAll('"#/', '"api#/');
    const validate = validators.get(absolute) ?? ajv.compile(JSON.parse(absolute));
    validators.set(absolute, validate);
    return validate(content) ? [] : [{ content, errors: validate.errors }];
  };
}

function resolve(response: Response, { components }: OpenApi): Response {
  if (response.$ref === undefined) return response;
  const found = components.responses[response.$ref.split('/').at(-1)!];
  expect(found, response.$ref).toBeDefined();
  return found!;
}

function examplesOf({ example, examples = {} }: Body): unknown[] {
  return [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
}

const send = await quietService();
const description = bodyOf(await send(request('GET', '/openapi.json'))) as unknown as OpenApi;

const shown = (path: string, mediaType: string) =>
  resolve(description.paths[path]!.post!.responses.default!, description).content![mediaType]!.examples!;

const problems = Object.entries(PROBLEMS) as [ProblemName, (typeof PROBLEMS)[ProblemName]][];
it.each(problems)(
  'the error %s has an example in the form of each contract',
  (name, { status, title, detail }) => {
    const own = shown('/inference', 'application/problem+json');
    const ofProtocol = shown('/v2/models/colours/infer', 'application/json');

    expect(own[name]!.value).toEqual({ type: problemType(name), title, status, detail });
    expect(ofProtocol[name]!.value).toEqual({ error: detail });
  },
);

it('every address takes the request that is shown, and replies as described, with binary data, too', async () => {
  const wrong = checking(description);
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, { requestBody, responses }] of Object.entries(methods)) {
      const { 'application/json': jsonBody } = requestBody?.content ?? {};
      const asked = { id: '42', parameters: { binary_data_output: true } };
      const binary = { ...(jsonBody?.example as object), ...asked };
      for (const sent of path.endsWith('/infer') ? [jsonBody?.example, binary] : [jsonBody?.example]) {
        const response = await send(
          request(method.toUpperCase(), path, { body: JSON.stringify(sent) ?? '' }),
        );
        const end = response.headers['inference-header-content-length'] ?? response.body.length;
        const reply = JSON.parse(response.body.subarray(0, Number(end)).toString());
        const errors = wrong(responses[200]!.content!['application/json']!, reply);
        if (jsonBody) errors.push(...wrong(jsonBody, sent));
        expect({ path, status: response.status, errors }).toEqual({ path, status: 200, errors: [] });
      }
    }
  }
});
