/** Reads and describes requests with texts: single texts, pairs, lists, or a text with candidate labels. */
import * as v from 'valibot';
import { strictFields } from '../../model/manifest.ts';
import type { TextInput } from '../../pipelines/text/tensor-view.ts';
import type { Text } from '../../pipelines/text/tokenizer.ts';
import type { ClassifiedInput } from '../../pipelines/text-classification/pipeline.ts';
import { Problem } from '../../problems/problems.ts';
import { jsonBody, TRUNCATED_DESCRIPTION } from '../description/operation.ts';
import { declaredType, type HttpRequest, readJson, utf8 } from '../http.ts';
import { checkBody } from '../request/check-body.ts';
import { cachedContent, WellFormedText } from '../request/request-id.ts';
import { type FormatDescription, requestSchema, type SentRequest } from './format.ts';

const EXAMPLE = 'What a beautiful morning';

const PAIR_EXAMPLE = { text: EXAMPLE, text_pair: 'The sun is shining' };

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

const PAIR_ENTRIES = { text: ONE, text_pair: v.optional(SECOND), texts: several(ItemSchema) };

export const PairsSchema = requestSchema(PAIR_ENTRIES, 'text', 'texts', 'text_pair');

type Body = v.InferOutput<typeof PairsSchema>;

const PLAIN = /^(text\/plain|application\/octet-stream)$/;

const TYPES =
  'The body must be the text itself (content-type: text/plain), or {"text": "…"} or {"texts": ["…"]} (application/json).';

interface TextDescription extends FormatDescription {
  /** `shown`: the example of a request is a pair; `required`: every request has pairs. */
  readonly pairs?: 'shown' | 'required' | undefined;
}

/**
 * A `PredictionFormat` for texts, without `reply`.
 * @param inputOf makes the pipeline's input from the texts and the body. @default only the texts
 */
export function takesTexts<Sent extends Body, Input extends TextInput = TextInput>(
  schema: v.GenericSchema<unknown, Sent>,
  Prediction: v.GenericSchema,
  { summary, example, pairs, headers }: TextDescription,
  inputOf?: (input: TextInput, body: Sent) => Input,
) {
  return {
    parse: (request: HttpRequest) => textRequest(request, schema, inputOf),
    summary: 'Texts',
    schemas: { PredictionRequest: schema, Prediction },
    operation: {
      summary,
      description:
        `Accepts ${pairs === 'required' ? '' : 'the text itself, or '}JSON with \`text\` or \`texts\`. The response to ` +
        '`texts` is a list. A repeat with the same Idempotency-Key may send the same texts in another form.',
      takes: {
        ...(pairs !== 'required' && { 'text/plain': { schema: v.string(), example: EXAMPLE } }),
        ...jsonBody(schema, pairs ? PAIR_EXAMPLE : { text: EXAMPLE }),
      },
      gives: jsonBody(Prediction, example),
      headers: { ...TRUNCATED_DESCRIPTION, ...headers },
    },
  };
}

/**
 * @param schema of a JSON body
 * @throws {Problem} if the media type is wrong, the body is not JSON that matches the schema, or the plain text is not UTF-8
 */
function textRequest<Sent extends Body, Input extends TextInput = TextInput>(
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

// Zero-shot classification: a request brings its own labels, as in Hugging Face's pipeline.
const TEMPLATE = 'This example is {}.';
const Label = v.pipe(WellFormedText, v.minLength(1));

const Labels = v.union([
  v.pipe(v.array(Label), v.minLength(1)),
  v.pipe(
    Label,
    v.transform((text) =>
      text
        .split(',')
        .map((label) => label.trim())
        .filter((label) => label !== ''),
    ),
  ),
]);
const ENTRIES = {
  ...PAIR_ENTRIES,
  candidate_labels: v.optional(
    v.pipe(Labels, v.description('Labels of your own for `text`, as a list or separated by commas.')),
  ),
  hypothesis_template: v.optional(
    v.pipe(
      WellFormedText,
      v.check((template) => template.includes('{}'), 'must have {} where the label goes'),
      v.description(
        'A sentence that claims that a label is right, with {} in place of the label. Needs `candidate_labels`.',
      ),
      v.metadata({ default: TEMPLATE }),
    ),
  ),
  multi_label: v.optional(
    v.pipe(
      v.boolean(),
      v.description('Whether several of the candidate labels can be right. It needs `candidate_labels`.'),
      v.metadata({ default: false }),
    ),
  ),
};

export const CandidatesSchema = v.pipe(
  requestSchema(ENTRIES, 'text', 'texts', 'text_pair'),
  v.check(
    ({ text, text_pair: pair, candidate_labels: labels, hypothesis_template, multi_label }) =>
      labels === undefined
        ? hypothesis_template === undefined && multi_label === undefined
        : labels.length > 0 && text !== undefined && pair === undefined,
    'must have one "text" and "candidate_labels", and no "text_pair", to use labels of your own',
  ),
);

/** If the request has candidate labels, makes a pair for each label: the text, and the statement that the label fits. */
export function withCandidates(
  input: TextInput,
  {
    text,
    candidate_labels: labels,
    hypothesis_template: template = TEMPLATE,
    multi_label: multiLabel = false,
  }: v.InferOutput<typeof CandidatesSchema>,
): ClassifiedInput {
  if (!labels) return input;
  return {
    texts: labels.map((label) => [text!, template.replaceAll('{}', () => label)]),
    candidates: { labels, multiLabel },
  };
}
