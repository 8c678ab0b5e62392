/** The client of the Open Inference Protocol. Runs in browsers, too. */
import { get, modelPath, post } from '../addresses.ts';
import {
  type ContractOutline,
  type ContractRequest,
  type ContractResponse,
  keyOf,
  type Reply,
  type Sample,
} from '../client.ts';
import { hypothesesOf, normalizeTranscripts, textOf } from '../samples.ts';

/** Outputs with the prediction: `label` for a picture or a text, `text` for hypotheses. */
const LABEL = 'label';
const TEXT = 'text';
/** Name of the input that gets a text unchanged. For any other input, each line of the text is a hypothesis. */
const WHOLE_TEXT = 'text';

interface Output {
  readonly name: string;
  readonly datatype: string;
  readonly shape: readonly number[];
  readonly data: readonly unknown[];
}

export const openInferenceOutline: ContractOutline = {
  name: 'open-inference',
  plain: [get('/v2'), get('/v2/health/live'), get('/v2/health/ready')],
  own: (model) => [
    get(modelPath(model)),
    get(`${modelPath(model)}/{proxy+}`),
    post(`${modelPath(model)}/{proxy+}`),
  ],
  /**
   * Makes requests to one model from samples:
   *
   * - A picture (`image/*`) is one binary element. Only the output `label` is requested.
   * - A text (`text/plain`) is sent unchanged as the input `text`. For any other input, such as `hypotheses`, each line is a
   *   sentence, from which white space and markers such as `<htr>` are removed, and only the output `text` is requested.
   * - JSON (`application/json`) is an inference request, whose id is replaced. In place of `inputs`, it may have `texts`, `text`
   *   with or without `text_pair`, or `query` with `texts`.
   *
   * The prediction is the output `label` or `text`, or else all outputs as JSON.
   * @param input name of the input for pictures or texts. @default 'picture' for pictures, 'text' for texts
   */
  client(model, input) {
    const path = `${modelPath(model)}/infer`;
    // The JSON made from a sample is kept, because a load test sends the same samples many times.
    const requests = new WeakMap<Sample, string>();
    return {
      contract: 'open-inference',
      needsId: false,
      request(sample, id): ContractRequest {
        if (sample.mediaType.startsWith('image/')) {
          return { method: 'POST', path, ...pictureRequest(sample.bytes, input ?? 'picture', id) };
        }
        const request = requests.get(sample) ?? requestOf(sample, input ?? WHOLE_TEXT);
        requests.set(sample, request);
        // The id is sent twice: the header is the cache key, and the service echoes the field.
        const body = id === undefined ? request : `{"id":${JSON.stringify(id)},${request.slice(1)}`;
        return { method: 'POST', path, headers: { 'content-type': 'application/json', ...keyOf(id) }, body };
      },
      read: (response, id) => readReply(response, model, id),
    };
  },
};

/** A request with one element of datatype BYTES: its length in 4 bytes, little-endian, and the bytes of the picture. */
function pictureRequest(
  picture: Uint8Array,
  input: string,
  id: string | undefined,
): Pick<ContractRequest, 'headers' | 'body'> {
  const header = {
    id,
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

/** The request as a JSON object without an id. It has at least one field, so an id and a comma can precede the first field. */
function requestOf(sample: Sample, input: string): string {
  const { name, mediaType, bytes } = sample;
  if (mediaType === 'text/plain') {
    const isWhole = input === WHOLE_TEXT;
    const data = isWhole ? [textOf(sample)] : normalizeTranscripts(hypothesesOf(sample));
    const outputs = isWhole ? undefined : [{ name: TEXT }];
    return JSON.stringify({ inputs: textTensor(input, data), outputs });
  }
  if (mediaType !== 'application/json') {
    throw new TypeError(
      `Sample ${name} must be a picture, a text, or an inference request in JSON, not ${mediaType}`,
    );
  }
  const sent = JSON.parse(new TextDecoder().decode(bytes));
  const { id: _, query, text, text_pair: pair, texts, ...rest } = sent;
  const first = query === undefined ? (texts ?? (text !== undefined && [text])) : texts.map(() => query);
  const second = query === undefined ? pair !== undefined && [pair] : texts;
  const inputs = [...textTensor(input, first), ...textTensor('text_pair', second)];
  return JSON.stringify({ inputs, ...rest });
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
  // A gateway in front of the service, such as API Gateway, sends its errors as `message`.
  if (status !== 200) {
    return { error: `status ${status}: ${reply?.error ?? reply?.message ?? 'no reason'}`, fault: 'status' };
  }
  if (id !== undefined && reply?.id !== id) {
    return { error: `the reply has the id ${reply?.id}, not ${id}`, fault: 'another id' };
  }
  if (reply?.model_name !== model) {
    return { error: `the reply is from the model ${reply?.model_name}, not ${model}`, fault: 'malformed' };
  }
  const { outputs } = reply;
  if (!Array.isArray(outputs)) return { error: 'the reply has no outputs', fault: 'malformed' };
  const odd = outputs.findIndex((output) => !isOutput(output));
  return odd < 0
    ? predictionOf(outputs)
    : { error: `the reply's output ${odd} is not a tensor`, fault: 'malformed' };
}

/** Whether a value is a `$response_output` of the protocol, with as many elements in flat or nested data as its shape says. */
function isOutput(output: unknown): output is Output {
  const { name, datatype, shape, data } = (output ?? {}) as Partial<Record<keyof Output, unknown>>;
  if (typeof name !== 'string' || typeof datatype !== 'string') return false;
  if (!Array.isArray(shape) || !Array.isArray(data)) return false;
  const elements = shape.reduce((product: number, extent) => product * extent, 1);
  return data.flat(Number.POSITIVE_INFINITY).length === elements;
}

function predictionOf(outputs: readonly Output[]): Reply {
  // Only a text counts as `label`, because scikit-learn's graphs return the number of a class as `label`.
  const output = outputs.find(
    ({ name, datatype, data }) =>
      (name === LABEL && datatype === 'BYTES') ||
      (name === TEXT && data.length === 1 && typeof data[0] === 'string'),
  );
  if (!output) return { prediction: JSON.stringify(outputs) };
  const [prediction] = output.data;
  const besides = outputs.length > 1 ? { besides: JSON.stringify(outputs) } : {};
  return typeof prediction === 'string'
    ? { prediction, ...besides }
    : { error: `the output ${LABEL} has no text`, fault: 'malformed' };
}
