/** Reads texts, alone, in pairs or in lists, in the form of this contract. */
import { hash } from 'node:crypto';
import * as v from 'valibot';
import { strictFields } from '../../model/manifest.ts';
import type { TextInput } from '../../pipelines/text/tensor-view.ts';
import type { Text } from '../../pipelines/text/tokenizer.ts';
import { Problem } from '../../problems/problems.ts';
import type { ParsedRequest } from '../contract.ts';
import { declaredType, type HttpRequest, readJson, utf8 } from '../http.ts';
import { checkBody } from '../request/check-body.ts';
import { cachedUnder, WellFormedText } from '../request/request-id.ts';

export const EXAMPLE = 'What a beautiful morning';

export const PAIR_EXAMPLE = { text: EXAMPLE, text_pair: 'The sun is shining' };

const ONE = v.optional(WellFormedText);
const SECOND = v.pipe(
  WellFormedText,
  v.description('A second text, which the model takes together with the first.'),
);
const several = <Item extends v.GenericSchema>(item: Item) =>
  v.optional(v.pipe(v.array(item), v.minLength(1), v.description('Several texts, instead of `text`.')));

export const TextsSchema = v.pipe(
  strictFields({ text: ONE, texts: several(WellFormedText) }),
  v.title('Request'),
  v.description('Either `text` or `texts`.'),
);

const ItemSchema = v.union([
  WellFormedText,
  strictFields({ text: WellFormedText, text_pair: v.optional(SECOND) }),
  v.strictTuple([WellFormedText, SECOND]),
]);

export const PAIR_ENTRIES = { text: ONE, text_pair: v.optional(SECOND), texts: several(ItemSchema) };

export const PairsSchema = v.pipe(
  strictFields(PAIR_ENTRIES),
  v.title('Request'),
  v.description('Either `text`, alone or with `text_pair`, or `texts`.'),
);

type Body = v.InferOutput<typeof PairsSchema>;

/** A request; `isOne`: its reply is not a list. */
export interface SentRequest<Input extends TextInput = TextInput> extends ParsedRequest<Input> {
  readonly isOne: boolean;
}

/** @param inputOf makes the pipeline's input of the texts and the body */
export function requestOf<Sent extends Body, Input extends TextInput = TextInput>(
  request: HttpRequest,
  schema: v.GenericSchema<unknown, Sent>,
  inputOf: (input: TextInput, body: Sent | undefined) => Input,
): SentRequest<Input> {
  const { texts, isOne, body } = readTexts(request, schema);
  const input = inputOf({ texts }, body);
  const cached = cachedUnder(request, () => hash('sha256', JSON.stringify(input)));
  return { ...cached, input, isOne };
}

/** The input of pipelines that need nothing but texts. */
export const textsAlone = (input: TextInput): TextInput => input;

const PLAIN = /^(text\/plain|application\/octet-stream)$/;

const TYPES =
  'The body must be the text itself (content-type: text/plain), or {"text": "…"} or {"texts": ["…"]} (application/json).';

/**
 * @param schema of a JSON body
 * @throws {Problem} if the request has no texts
 */
function readTexts<Sent extends Body>(
  request: HttpRequest,
  schema: v.GenericSchema<unknown, Sent>,
): TextInput & Pick<SentRequest, 'isOne'> & { readonly body?: Sent } {
  const mediaType = declaredType(request);
  if (mediaType === undefined || PLAIN.test(mediaType)) return { texts: [plainText(request)], isOne: true };
  const body = checkBody(schema, readJson(request, TYPES));
  const { text, text_pair: pair, texts } = body;
  if (text !== undefined && texts === undefined) return { texts: [pairOf(text, pair)], isOne: true, body };
  if (texts !== undefined && text === undefined && pair === undefined) {
    return { texts: texts.map(textOf), isOne: false, body };
  }
  throw new Problem(
    'invalid-request',
    'The JSON must have either "text", a text, or "texts", a list of them.',
    {
      errors: [{ pointer: '/text', detail: 'must be given, or /texts, but not both' }],
    },
  );
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
