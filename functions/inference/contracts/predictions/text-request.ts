/** Reads texts, alone, in pairs or in lists, in the form of this contract. */
import * as v from 'valibot';
import { strictFields } from '../../model/manifest.ts';
import type { TextInput } from '../../pipelines/text/tensor-view.ts';
import type { Text } from '../../pipelines/text/tokenizer.ts';
import { Problem } from '../../problems/problems.ts';
import { declaredType, type HttpRequest, readJson, utf8 } from '../http.ts';
import { checkBody } from '../request/check-body.ts';
import { cachedContent, WellFormedText } from '../request/request-id.ts';
import { requestSchema, type SentRequest } from './exchange.ts';

export const EXAMPLE = 'What a beautiful morning';

export const PAIR_EXAMPLE = { text: EXAMPLE, text_pair: 'The sun is shining' };

const ONE = v.optional(WellFormedText);
const SECOND = v.pipe(
  WellFormedText,
  v.description('A second text, which the model takes together with the first.'),
);
const several = <Item extends v.GenericSchema>(item: Item) =>
  v.optional(v.pipe(v.array(item), v.minLength(1), v.description('Several texts, instead of `text`.')));

export const TEXT_ENTRIES = { text: ONE, texts: several(WellFormedText) };

export const TextsSchema = requestSchema(TEXT_ENTRIES, 'text', 'texts');

const ItemSchema = v.union([
  WellFormedText,
  strictFields({ text: WellFormedText, text_pair: v.optional(SECOND) }),
  v.strictTuple([WellFormedText, SECOND]),
]);

export const PAIR_ENTRIES = { text: ONE, text_pair: v.optional(SECOND), texts: several(ItemSchema) };

export const PairsSchema = requestSchema(PAIR_ENTRIES, 'text', 'texts', 'text_pair');

type Body = v.InferOutput<typeof PairsSchema>;

const PLAIN = /^(text\/plain|application\/octet-stream)$/;

const TYPES =
  'The body must be the text itself (content-type: text/plain), or {"text": "…"} or {"texts": ["…"]} (application/json).';

/**
 * @param schema of a JSON body
 * @param inputOf makes the pipeline's input of the texts and the body. @default the texts alone
 * @throws {Problem} if the request has no texts
 */
export function textRequest<Sent extends Body, Input extends TextInput = TextInput>(
  request: HttpRequest,
  schema: v.GenericSchema<unknown, Sent>,
  inputOf = (input: TextInput, _: Sent) => input as Input,
): SentRequest<Input> {
  const mediaType = declaredType(request);
  const isPlain = mediaType === undefined || PLAIN.test(mediaType);
  const body = isPlain ? ({ text: plainText(request) } as Sent) : checkBody(schema, readJson(request, TYPES));
  const { text, text_pair: pair, texts } = body;
  const input = inputOf({ texts: texts ? texts.map(textOf) : [pairOf(text!, pair)] }, body);
  return { ...cachedContent(request, input), input, isOne: texts === undefined };
}

function textOf(item: v.InferOutput<typeof ItemSchema>): Text {
  if (typeof item === 'string') return item;
  return 'text' in item ? pairOf(item.text, item.text_pair) : item;
}

function pairOf(text: string, pair: string | undefined): Text {
  return pair === undefined ? text : [text, pair];
}

function plainText({ body }: HttpRequest): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new Problem('invalid-request', 'The text must be in UTF-8.');
  }
}
