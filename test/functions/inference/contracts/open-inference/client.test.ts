import { describe, expect, it } from 'vitest';
import type { ContractRequest } from '../../../../../functions/inference/contracts/client.ts';
import type { ModelInfo } from '../../../../../functions/inference/contracts/contract.ts';
import { openInferenceOutline } from '../../../../../functions/inference/contracts/open-inference/client.ts';
import type { Tensors } from '../../../../../functions/inference/model/tensors.ts';
import { sampleOf } from '../../../support/samples.ts';
import { echoOf, INFER, infer, inferJson, modelOf, parse, send } from './support.ts';

const client = openInferenceOutline.client('mymodel');

function sentBy({ headers, body }: ContractRequest) {
  return typeof body === 'string' ? inferJson(body, headers) : infer({ headers, body });
}

/** The client's result for the model's response to a request. */
function read(model: ModelInfo, request: ContractRequest, output?: Tensors) {
  const { body, ...response } = send(model, sentBy(request), output && (() => output));
  return client.read({ ...response, body: String(body) }, 'q-1');
}

const JPEG = Buffer.of(0xff, 0xd8, 0xff);

describe('a client', () => {
  it.each<[string, string, string | Buffer, (string | Buffer)[], string[], string?]>([
    ['picture', 'image/jpeg', JPEG, [JPEG], ['label']],
    ['hypotheses', 'text/plain', '好 得 <htr>\n<htr>\n好 的\n', ['好得', '好的'], ['text'], 'hypotheses'],
    ['text', 'text/plain', 'A  <good>\nmorning\n', ['A  <good>\nmorning'], ['label', 'score']],
  ])('sends a sample to the input %s as %s, and reads the output that it requests', (...row) => {
    const [input, mediaType, content, elements, requested, named] = row;
    const tensor = { datatype: 'BYTES', shape: [-1] } as const;
    const score = { datatype: 'FP32', shape: [1], data: Float32Array.of(0.5) } as const;
    const label = { name: requested[0]!, ...tensor };
    const model = modelOf([{ name: input, ...tensor }], [label, { name: 'score', ...score }]);

    const request = openInferenceOutline
      .client('mymodel', named)
      .request(sampleOf(mediaType, content), 'q-1', 2);

    expect(request).toMatchObject({ method: 'POST', path: INFER });
    const parsed = parse(model, sentBy(request));
    const outputs = requested.map((name) => ({ name }));
    expect(parsed).toMatchObject({ id: 'q-1', outputs });
    const { shape, data } = parsed.input[input]!;
    expect(shape).toEqual([elements.length]);
    expect(Array.from(data as Uint8Array[], (bytes) => Buffer.from(bytes))).toEqual(
      elements.map((element) => Buffer.from(element as string)),
    );
    const given: Tensors = { [label.name]: { ...tensor, shape: [1], data: [Buffer.from('永')] }, score };
    expect(read(model, request, given)).toMatchObject({ prediction: '永' });
  });

  it('sends an inference request with its id, and reads its outputs', () => {
    const x = { name: 'x', datatype: 'FP32', shape: [2], data: [1, 0.5] };
    const content = { id: 'old', parameters: { priority: 1 }, inputs: [x], outputs: [{ name: 'x' }] };
    const sample = sampleOf('application/json', JSON.stringify(content));

    const requests = ['q-1', 'q-2'].map((id) => client.request(sample, id, 3));

    expect(requests.map(({ body }) => JSON.parse(body as string))).toEqual(
      ['q-1', 'q-2'].map((id) => ({ ...content, id })),
    );
    expect(read(echoOf('FP32'), requests[0]!)).toEqual({ prediction: JSON.stringify([x]) });
  });

  it('sends an invalid sample unchanged, so that the service rejects it', () => {
    const request = client.request(sampleOf('application/json', '{}'), 'q-1', 0);

    const error = 'status 400: The model takes others.';
    expect(read(echoOf('FP32'), request)).toEqual({ error, fault: 'status' });
  });

  const label = { name: 'label', datatype: 'BYTES', shape: [1], data: ['永'] };
  const replyWith = (outputs?: object[]) => JSON.stringify({ model_name: 'mymodel', id: 'q', outputs });
  it.each([
    [502, '<html>', 'status', 'status 502, and no JSON'],
    [200, '<html>', 'malformed', 'status 200, and no JSON'],
    [503, '{"message":"Service Unavailable"}', 'status', 'status 503: Service Unavailable'],
    [200, 'null', 'another id', 'the reply has the id undefined, not q'],
    [200, '{"id":"r"}', 'another id', 'the reply has the id r, not q'],
    [200, '{"id":"q"}', 'malformed', 'the reply is from the model undefined, not mymodel'],
    [200, replyWith(), 'malformed', 'the reply has no outputs'],
    [200, replyWith([{ ...label, name: undefined }]), 'malformed', "the reply's output 0 is not a tensor"],
    [200, replyWith([{ ...label, shape: [2] }]), 'malformed', "the reply's output 0 is not a tensor"],
    [200, replyWith([{ ...label, shape: [0], data: [] }]), 'malformed', 'the output label has no text'],
  ])('rejects a reply of status %i and %s', (status, body, fault, error) => {
    expect(client.read({ status, headers: {}, body }, 'q')).toEqual({ error, fault });
  });
});
