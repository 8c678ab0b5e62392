/** The client of the Open Inference Protocol. Runs in browsers, too. */
import { get, modelPath, post, STATISTICS_PATH } from '../addresses.ts';
import {
  type ContractClient,
  type ContractOutline,
  type ContractRequest,
  type ContractResponse,
  keyOf,
  type Reply,
  type Sample,
} from '../client.ts';
import { hypothesesOf, normalizeTranscripts, textOf } from '../samples.ts';

/** The outputs that hold the prediction: for a picture, and for sentences. */
const LABEL = 'label';
/** Of a classifier of tensors. */
const CLASS_NAME = 'class_name';
const TEXT = 'text';
/** Input of models that take a text as it is, not what was heard. */
const WHOLE_TEXT = 'text';

interface Output {
  readonly name: string;
  readonly datatype: string;
  readonly shape: readonly number[];
  readonly data: readonly unknown[];
}

/**
 * Makes requests to one model. A picture (`image/*`) goes out as one binary element, and the response is its label. The hypotheses of a
 * text (`text/plain`) go out as sentences, without spaces and markers, and the response is a `text`; to an input `text`, all of
 * it goes out as it is, and the response is its label. A sample of media
 * type `application/json` is an inference request, whose id is replaced, or has `texts` for that input, or a `text` and a `text_pair`, or `texts` and their `query`; the response is the `label` or `text` of the reply
 * where there is one, else its outputs as JSON.
 *
 * @param input name of the one that takes a picture or sentences. @default 'picture' or 'hypotheses'
 */
export function openInferenceClient(model: string, input?: string): ContractClient {
  const path = `${modelPath(model)}/infer`;
  // A load test sends the same samples many times.
  const requests = new WeakMap<Sample, RequestOfSample>();
  return {
    contract: 'open-inference',
    needsId: false,
    request(sample, id, attemptsLeft): ContractRequest {
      if (sample.mediaType.startsWith('image/')) {
        const picture = pictureRequest(sample.bytes, input ?? 'picture', id, attemptsLeft);
        return { method: 'POST', path, ...picture };
      }
      const request = requests.get(sample) ?? requestOf(sample, input ?? 'hypotheses');
      requests.set(sample, request);
      const parameters = { ...request.parameters, retry: attemptsLeft };
      // An id is sent twice: as the key that the service caches under, and as what it echoes.
      const body = `${JSON.stringify({ id, parameters }).slice(0, -1)},${request.rest.slice(1)}`;
      return { method: 'POST', path, headers: { 'content-type': 'application/json', ...keyOf(id) }, body };
    },
    read: (response, id) => readReply(response, model, id),
  };
}

/** One element of datatype BYTES: its length in 4 bytes, little-endian, and the bytes. */
function pictureRequest(
  picture: Uint8Array,
  input: string,
  id: string | undefined,
  retry: number,
): Pick<ContractRequest, 'headers' | 'body'> {
  const header = {
    id,
    parameters: { retry },
    inputs: [
      { name: input, datatype: 'BYTES', shape: [1], parameters: { binary_data_size: 4 + picture.length } },
    ],
    outputs: [{ name: LABEL }],
  };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const body = new Uint8Array(json.length + 4 + picture.length);
  body.set(json);
  new DataView(body.buffer).setUint32(json.length, picture.length, true);
  body.set(picture, json.length + 4);
  const headers = {
    ...keyOf(id),
    'content-type': 'application/octet-stream',
    'inference-header-content-length': String(json.length),
  };
  return { headers, body };
}

interface RequestOfSample {
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The request without id and parameters, as JSON; it has one field at least. */
  readonly rest: string;
}

function requestOf(sample: Sample, input: string): RequestOfSample {
  const { name, mediaType, bytes } = sample;
  if (mediaType === 'text/plain') {
    const isWhole = input === WHOLE_TEXT;
    const data = isWhole ? [textOf(sample)] : normalizeTranscripts(hypothesesOf(sample));
    const inputs = [{ name: input, datatype: 'BYTES', shape: [data.length], data }];
    const outputs = isWhole ? undefined : [{ name: TEXT }];
    return { parameters: {}, rest: JSON.stringify({ inputs, outputs }) };
  }
  if (mediaType !== 'application/json') {
    throw new TypeError(
      `Sample ${name} must be a picture, a text, or an inference request in JSON, not ${mediaType}`,
    );
  }
  const sent = JSON.parse(new TextDecoder().decode(bytes));
  const { id: _id, parameters, query, text, text_pair: pair, texts, ...rest } = sent;
  const first = query === undefined ? (texts ?? (text !== undefined && [text])) : texts.map(() => query);
  const second = query === undefined ? pair !== undefined && [pair] : texts;
  const given = [...textTensor(input, first), ...textTensor('text_pair', second)];
  return { parameters, rest: JSON.stringify({ inputs: given, ...rest }) };
}

function textTensor(name: string, data: readonly unknown[] | false) {
  return data ? [{ name, datatype: 'BYTES', shape: [data.length], data }] : [];
}

function readReply({ status, body }: ContractResponse, model: string, id: string | undefined): Reply {
  let reply: Record<string, unknown> | null;
  try {
    reply = JSON.parse(body);
  } catch {
    return { error: `status ${status}, and no JSON`, fault: status === 200 ? 'malformed' : 'status' };
  }
  // What stands before the service, such as API Gateway, has errors of its own.
  if (status !== 200) {
    return { error: `status ${status}: ${reply?.error ?? reply?.message ?? 'no reason'}`, fault: 'status' };
  }
  if (id !== undefined && reply?.id !== id) {
    return { error: `the reply has the id ${reply?.id}, not ${id}`, fault: 'another id' };
  }
  if (reply?.model_name !== model) {
    return { error: `the reply is of the model ${reply?.model_name}, not ${model}`, fault: 'malformed' };
  }
  const { outputs } = reply;
  if (!Array.isArray(outputs)) return { error: 'the reply has no outputs', fault: 'malformed' };
  const odd = outputs.findIndex((output) => !isOutput(output));
  return odd < 0
    ? predictionOf(outputs)
    : { error: `the reply's output ${odd} is no tensor`, fault: 'malformed' };
}

/** The protocol's `$response_output`, in JSON: data flat or nested, with as many elements as the shape says. */
function isOutput(output: unknown): output is Output {
  const { name, datatype, shape, data } = (output ?? {}) as Partial<Record<keyof Output, unknown>>;
  if (typeof name !== 'string' || typeof datatype !== 'string') return false;
  if (!Array.isArray(shape) || !Array.isArray(data)) return false;
  const elements = shape.reduce((product: number, extent) => product * extent, 1);
  return data.flat(Number.POSITIVE_INFINITY).length === elements;
}

function predictionOf(outputs: readonly Output[]): Reply {
  const told =
    outputs.find(({ name }) => name === CLASS_NAME) ??
    // scikit-learn's graphs give the number of a class as `label`.
    outputs.find(
      ({ name, datatype, data }) =>
        (name === LABEL && datatype === 'BYTES') || (name === TEXT && isOneText(data)),
    );
  if (!told) return { prediction: JSON.stringify(outputs) };
  const [prediction] = told.data;
  const besides = outputs.length > 1 ? { besides: JSON.stringify(outputs) } : {};
  return typeof prediction === 'string'
    ? { prediction, ...besides }
    : { error: `the output ${LABEL} has no text`, fault: 'malformed' };
}

function isOneText(data: Output['data']): boolean {
  return data.length === 1 && typeof data[0] === 'string';
}

export const openInferenceOutline: ContractOutline = {
  name: 'open-inference',
  plain: [
    get('/v2'),
    get('/v2/health/live'),
    get('/v2/health/ready'),
    post('/v2/repository/index'),
    get(STATISTICS_PATH),
  ],
  own: (model) => [
    get(modelPath(model)),
    get(`${modelPath(model)}/{proxy+}`),
    post(`${modelPath(model)}/{proxy+}`),
  ],
  client: openInferenceClient,
};
