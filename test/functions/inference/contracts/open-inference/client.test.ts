import { describe, expect, it } from 'vitest';
import type {
  ContractRequest,
  ContractResponse,
  Sample,
} from '../../../../../functions/inference/contracts/client.ts';
import type { ModelInfo } from '../../../../../functions/inference/contracts/contract.ts';
import { openInferenceClient } from '../../../../../functions/inference/contracts/open-inference/client.ts';
import type { Tensors } from '../../../../../functions/inference/model/tensors.ts';
import { echoOf, INFER, modelOf, parse, post, postJson, send } from './support.ts';

const client = openInferenceClient('mymodel');
const picture: Sample = {
  name: 'a.jpg',
  label: '永',
  mediaType: 'image/jpeg',
  bytes: Uint8Array.of(0xff, 0xd8, 0xff),
};
const pictures = modelOf(
  [{ name: 'picture', datatype: 'BYTES', shape: [1] }],
  [
    { name: 'label', datatype: 'BYTES', shape: [1] },
    { name: 'confidence', datatype: 'FP32', shape: [1] },
  ],
);
const label: Tensors = { label: { datatype: 'BYTES', shape: [1], data: [Buffer.from('永')] } };

const sampleOf = (content: unknown): Sample => ({
  name: 'a.json',
  label: undefined,
  mediaType: 'application/json',
  bytes: Buffer.from(JSON.stringify(content)),
});

function requestOf({ path, headers, body }: ContractRequest) {
  return typeof body === 'string' ? postJson(path, body, headers) : post(path, { headers, body });
}

function responseOf(model: ModelInfo, request: ContractRequest, output?: Tensors): ContractResponse {
  const { body, ...response } = send(model, requestOf(request), output && (() => output));
  return { ...response, body: String(body) };
}

describe('a client with a picture', () => {
  it('sends it as one element of binary data, and requests its label', () => {
    const request = client.request(picture, 'q-1', 2);

    const parsed = parse(pictures, requestOf(request));
    expect(request).toMatchObject({ method: 'POST', path: INFER });
    expect(parsed).toMatchObject({
      id: 'q-1',
      attemptsLeft: 2,
      outputs: [{ name: 'label', binary: false }],
    });
    expect(parsed.input.picture).toEqual({
      datatype: 'BYTES',
      shape: [1],
      data: [Buffer.from(picture.bytes)],
    });
  });

  it('reads the label as the response', () => {
    const response = responseOf(pictures, client.request(picture, 'q-1', 2), label);

    expect(client.read(response, 'q-1')).toEqual({ prediction: '永' });
  });
});

describe('a client with a text', () => {
  const text: Sample = {
    name: '01.txt',
    label: '好的',
    mediaType: 'text/plain',
    bytes: Buffer.from('好 得 <htr>\n<htr>\n好 的\n'),
  };
  const sentences = modelOf(
    [{ name: 'hypotheses', datatype: 'BYTES', shape: [-1] }],
    [{ name: 'text', datatype: 'BYTES', shape: [1] }],
  );
  const corrected: Tensors = { text: { datatype: 'BYTES', shape: [1], data: [Buffer.from('好的')] } };

  it('sends what was said in each hypothesis, and reads the text as the response', () => {
    const request = client.request(text, 'q-1', 2);

    const parsed = parse(sentences, requestOf(request));
    expect(parsed).toMatchObject({ id: 'q-1', attemptsLeft: 2, outputs: [{ name: 'text' }] });
    expect(parsed.input.hypotheses).toEqual({
      datatype: 'BYTES',
      shape: [2],
      data: ['好得', '好的'].map((sentence) => new TextEncoder().encode(sentence)),
    });
    expect(client.read(responseOf(sentences, request, corrected), 'q-1')).toEqual({ prediction: '好的' });
  });

  it('sends all of a text as it is where the input is a text, and reads the label as the response', () => {
    const mood = modelOf(
      [{ name: 'text', datatype: 'BYTES', shape: [-1] }],
      [{ name: 'label', datatype: 'BYTES', shape: [-1] }],
    );
    const reader = openInferenceClient('mymodel', 'text');
    const request = reader.request({ ...text, bytes: Buffer.from('A  <good>\nmorning\n') }, 'q-1', 2);

    expect(parse(mood, requestOf(request)).input.text).toMatchObject({
      shape: [1],
      data: [new TextEncoder().encode('A  <good>\nmorning')],
    });
    const given: Tensors = { label: { datatype: 'BYTES', shape: [1], data: [Buffer.from('good')] } };
    expect(reader.read(responseOf(mood, request, given), 'q-1')).toEqual({ prediction: 'good' });
  });
});

describe('a client with an inference request', () => {
  const content = {
    id: 'old',
    parameters: { priority: 1 },
    inputs: [{ name: 'x', datatype: 'FP32', shape: [2], data: [1, 0.5] }],
    outputs: [{ name: 'x' }],
  };

  it('sends it with the id and the attempts left, and otherwise as it is', () => {
    const sample = sampleOf(content);

    const requests = ['q-1', 'q-2'].map((id) => client.request(sample, id, 3));

    expect(requests.map(({ body }) => JSON.parse(body as string))).toEqual(
      ['q-1', 'q-2'].map((id) => ({ ...content, id, parameters: { priority: 1, retry: 3 } })),
    );
  });

  it('reads the outputs as the response', () => {
    const response = responseOf(echoOf('FP32'), client.request(sampleOf(content), 'q-1', 0));

    const outputs = [{ name: 'x', datatype: 'FP32', shape: [2], data: [1, 0.5] }];
    expect(client.read(response, 'q-1')).toEqual({ prediction: JSON.stringify(outputs) });
  });

  it('sends one that is not right as it is, for the service to say so', () => {
    const response = responseOf(echoOf('FP32'), client.request(sampleOf({}), 'q-1', 0));

    expect(client.read(response, 'q-1')).toEqual({
      error: 'status 400: "x" is not right.',
      fault: 'status',
    });
  });
});

describe('a client', () => {
  const label = { name: 'label', datatype: 'BYTES', shape: [1], data: ['永'] };

  it.each([
    ['is no JSON', 502, '<html>', 'status', 'status 502, and no JSON'],
    ['is a page', 200, '<html>', 'malformed', 'status 200, and no JSON'],
    ['is an error', 503, '{"message":"Service Unavailable"}', 'status', 'status 503: Service Unavailable'],
    ['is null', 200, 'null', 'another id', 'the reply has the id undefined, not q'],
    [
      'responds to another request',
      200,
      '{"id":"r","outputs":[]}',
      'another id',
      'the reply has the id r, not q',
    ],
  ])('takes no reply for a response that %s', (_, status, body, fault, error) => {
    expect(client.read({ status, headers: {}, body }, 'q')).toEqual({ error, fault });
  });

  it.each([
    ['comes from another model', { model_name: 'other' }, 'the reply is of the model other, not mymodel'],
    ['has no outputs', { outputs: undefined }, 'the reply has no outputs'],
    [
      'has an output without a name',
      { outputs: [{ ...label, name: undefined }] },
      "the reply's output 0 is no tensor",
    ],
    [
      'has fewer elements than its shape',
      { outputs: [{ ...label, shape: [2] }] },
      "the reply's output 0 is no tensor",
    ],
    [
      'has a label without text',
      { outputs: [{ ...label, shape: [0], data: [] }] },
      'the output label has no text',
    ],
  ])('takes no reply for a response that %s', (_, changes, error) => {
    const body = JSON.stringify({ model_name: 'mymodel', id: 'q', outputs: [label], ...changes });

    expect(client.read({ status: 200, headers: {}, body }, 'q')).toEqual({ error, fault: 'malformed' });
  });
});
