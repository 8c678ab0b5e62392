import { describe, expect, it } from 'vitest';
import type { ContractRequest } from '../../../../../functions/inference/contracts/client.ts';
import type { ModelInfo } from '../../../../../functions/inference/contracts/contract.ts';
import { openInferenceClient } from '../../../../../functions/inference/contracts/open-inference/client.ts';
import type { TensorInfo, Tensors } from '../../../../../functions/inference/model/tensors.ts';
import { sampleOf } from '../../../support/samples.ts';
import { echoOf, INFER, modelOf, parse, post, postJson, send } from './support.ts';

const client = openInferenceClient('mymodel');
const texts = (name: string, shape = [-1]): TensorInfo => ({ name, datatype: 'BYTES', shape });
const given = (name: string, text: string): Tensors => ({
  [name]: { datatype: 'BYTES', shape: [1], data: [Buffer.from(text)] },
});

function requestOf({ path, headers, body }: ContractRequest) {
  return typeof body === 'string' ? postJson(path, body, headers) : post(path, { headers, body });
}

/** What a client reads of a model's response to its request. */
function read(model: ModelInfo, request: ContractRequest, output?: Tensors, reader = client) {
  const { body, ...response } = send(model, requestOf(request), output && (() => output));
  return reader.read({ ...response, body: String(body) }, 'q-1');
}

describe('a client', () => {
  it('sends a picture as one element of binary data, and reads the label that it requests', () => {
    const model = modelOf(
      [texts('picture', [1])],
      [texts('label', [1]), { name: 'confidence', datatype: 'FP32', shape: [1] }],
    );
    const request = client.request(sampleOf('image/jpeg', Uint8Array.of(0xff, 0xd8, 0xff)), 'q-1', 2);

    expect(request).toMatchObject({ method: 'POST', path: INFER });
    expect(parse(model, requestOf(request))).toMatchObject({
      id: 'q-1',
      attemptsLeft: 2,
      outputs: [{ name: 'label', binary: false }],
      input: { picture: { datatype: 'BYTES', shape: [1], data: [Buffer.of(0xff, 0xd8, 0xff)] } },
    });
    expect(read(model, request, given('label', '永'))).toEqual({ prediction: '永' });
  });

  it('sends what was said in each hypothesis of a text, and reads the text', () => {
    const model = modelOf([texts('hypotheses')], [texts('text', [1])]);
    const request = client.request(sampleOf('text/plain', '好 得 <htr>\n<htr>\n好 的\n'), 'q-1', 2);

    const data = ['好得', '好的'].map((sentence) => new TextEncoder().encode(sentence));
    expect(parse(model, requestOf(request))).toMatchObject({
      id: 'q-1',
      attemptsLeft: 2,
      outputs: [{ name: 'text' }],
      input: { hypotheses: { datatype: 'BYTES', shape: [2], data } },
    });
    expect(read(model, request, given('text', '好的'))).toEqual({ prediction: '好的' });
  });

  it('sends all of a text as it is where the input is a text, and reads the label', () => {
    const model = modelOf([texts('text')], [texts('label')]);
    const reader = openInferenceClient('mymodel', 'text');
    const request = reader.request(sampleOf('text/plain', 'A  <good>\nmorning\n'), 'q-1', 2);

    expect(parse(model, requestOf(request)).input.text).toMatchObject({
      shape: [1],
      data: [new TextEncoder().encode('A  <good>\nmorning')],
    });
    expect(read(model, request, given('label', 'good'), reader)).toEqual({ prediction: 'good' });
  });

  it('sends an inference request with the id and the attempts left, and reads its outputs', () => {
    const x = { name: 'x', datatype: 'FP32', shape: [2], data: [1, 0.5] };
    const content = { id: 'old', parameters: { priority: 1 }, inputs: [x], outputs: [{ name: 'x' }] };
    const sample = sampleOf('application/json', JSON.stringify(content));

    const requests = ['q-1', 'q-2'].map((id) => client.request(sample, id, 3));

    expect(requests.map(({ body }) => JSON.parse(body as string))).toEqual(
      ['q-1', 'q-2'].map((id) => ({ ...content, id, parameters: { priority: 1, retry: 3 } })),
    );
    expect(read(echoOf('FP32'), requests[0]!)).toEqual({ prediction: JSON.stringify([x]) });
  });

  it('sends one that is not right as it is, for the service to say so', () => {
    const request = client.request(sampleOf('application/json', '{}'), 'q-1', 0);

    const error = 'status 400: "x" is not right.';
    expect(read(echoOf('FP32'), request)).toEqual({ error, fault: 'status' });
  });

  it.each([
    ['is no JSON', 502, '<html>', 'status', 'status 502, and no JSON'],
    ['is a page', 200, '<html>', 'malformed', 'status 200, and no JSON'],
    ['is an error', 503, '{"message":"Service Unavailable"}', 'status', 'status 503: Service Unavailable'],
    ['is null', 200, 'null', 'another id', 'the reply has the id undefined, not q'],
    ['is of another request', 200, '{"id":"r"}', 'another id', 'the reply has the id r, not q'],
    [
      'is of another model',
      200,
      '{"id":"q"}',
      'malformed',
      'the reply is of the model undefined, not mymodel',
    ],
  ])('takes no reply for a response that %s', (_, status, body, fault, error) => {
    expect(client.read({ status, headers: {}, body }, 'q')).toEqual({ error, fault });
  });

  const label = { name: 'label', datatype: 'BYTES', shape: [1], data: ['永'] };
  it.each([
    ['no outputs', undefined, 'the reply has no outputs'],
    ['an output without a name', [{ ...label, name: undefined }], "the reply's output 0 is no tensor"],
    ['fewer elements than its shape', [{ ...label, shape: [2] }], "the reply's output 0 is no tensor"],
    ['a label without text', [{ ...label, shape: [0], data: [] }], 'the output label has no text'],
  ])('takes no reply for a response that has %s', (_, outputs, error) => {
    const body = JSON.stringify({ model_name: 'mymodel', id: 'q', outputs });

    expect(client.read({ status: 200, headers: {}, body }, 'q')).toEqual({ error, fault: 'malformed' });
  });
});
