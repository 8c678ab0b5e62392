/** The client side of the contract `predictions`. */
import { nest } from '../../model/tensors.ts';
import { get, post, predictionsPath, put } from '../addresses.ts';
import {
  type ContractOutline,
  type ContractResponse,
  keyOf,
  type Reply,
  readJsonReply,
  type Sample,
} from '../client.ts';

export const predictionsOutline: ContractOutline = {
  name: 'predictions',
  plain: [get('/ping')],
  own(model) {
    const path = predictionsPath(model);
    return [path, `${path}/{proxy+}`].flatMap((each) => [post(each), put(each)]);
  },
  client: (model) => ({
    contract: 'predictions',
    needsId: false,
    request: (sample, id) => ({
      method: 'POST',
      path: predictionsPath(model),
      headers: { 'content-type': sample.mediaType, ...keyOf(id) },
      body: bodyOf(sample),
    }),
    read: (response) => readJsonReply(response, (reply) => readReply(reply, response.headers)),
  }),
};

/** Reads a reply: embeddings, boxes or results of several inputs (a list), a pair's score (a number), tensors or labels. */
function readReply(reply: unknown, headers: ContractResponse['headers']): Reply {
  const text = JSON.stringify(reply);
  const values = Object.values(reply ?? {});
  const isTensors = values.length > 0 && values.every(Array.isArray);
  if (isTensors || Array.isArray(reply) || typeof reply === 'number') return { prediction: text };
  const headerValue = headers[PREDICTION_HEADER];
  const prediction = headerValue === undefined ? bestOf(reply) : decoded(headerValue);
  return prediction === undefined
    ? { error: 'reply without probabilities of labels', fault: 'malformed' }
    : { prediction, besides: text };
}

interface SampleTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: readonly unknown[];
}

/** The body of a request: pairs if the sample's JSON has a `query`, nested arrays if it has tensors, or the sample itself. */
function bodyOf({ mediaType, bytes }: Sample): string | Uint8Array {
  if (mediaType !== 'application/json') return bytes;
  const { inputs, query, texts } = JSON.parse(new TextDecoder().decode(bytes));
  if (query !== undefined) return JSON.stringify({ texts: texts.map((text: unknown) => [query, text]) });
  if (!Array.isArray(inputs) || !inputs.every((input) => Array.isArray(input?.data))) return bytes;
  const nested = inputs.map(({ name, shape, data }: SampleTensor) => {
    const elements = data.flat(Number.POSITIVE_INFINITY).values();
    return [name, nest<unknown>(shape, () => elements.next().value)];
  });
  return JSON.stringify({ inputs: Object.fromEntries(nested) });
}

/** The best label in the body. Other servers of this contract do not send it in a header. */
function bestOf(reply: unknown): string | undefined {
  const ranking = Object.entries(reply ?? {});
  if (ranking.some(([, probability]) => typeof probability !== 'number')) return undefined;
  return ranking.toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

function decoded(headerValue: string): string | undefined {
  try {
    return decodeURIComponent(headerValue);
  } catch {
    return undefined;
  }
}

/** Header: best label of each picture or of one text, percent-encoded; or the reject label, which the body cannot express. */
export const PREDICTION_HEADER = 'x-subsecond-prediction';
