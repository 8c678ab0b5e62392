/** Texts and what is said of them, as this contract takes and gives them. */
import { hash } from 'node:crypto';
import * as v from 'valibot';
import type { TextEmbeddings } from '../../pipelines/feature-extraction/embeddings.ts';
import { topLabels } from '../../pipelines/labels.ts';
import { TEXT_PAIR, type TextInput } from '../../pipelines/text/tensor-view.ts';
import type { Text } from '../../pipelines/text/tokenizer.ts';
import { bestOf, type TextClassification } from '../../pipelines/text-classification/probabilities.ts';
import { sigmoid, type TextRanking } from '../../pipelines/text-ranking/pipeline.ts';
import { Problem } from '../../problems/problems.ts';
import { checkBody, strictFields } from '../check-body.ts';
import type { ModelInfo, ParsedRequest } from '../contract.ts';
import { type JsonSchema, jsonBody } from '../description/operation.ts';
import { postJson } from '../examples.ts';
import { declaredType, type HttpRequest, json, readJson, uncached, utf8 } from '../http.ts';
import { cachedUnder, WellFormedText } from '../request-id.ts';
import { TRUNCATED_DESCRIPTION, truncatedHeader } from '../truncated-header.ts';
import { describeLabelHeader, type Exchange, labelHeader, Ranking, rankingBody } from './exchange.ts';

const LABELS_SAID = 5;
const EXAMPLE = 'What a beautiful morning';

const PAIR_EXAMPLE = { text: EXAMPLE, text_pair: 'The sun is shining' };

const ONE = v.optional(v.pipe(WellFormedText, v.metadata({ examples: [EXAMPLE] })));
const SECOND = v.pipe(
  WellFormedText,
  v.description('A second text, which the model takes together with the first.'),
);
const several = <Item extends v.GenericSchema>(item: Item) =>
  v.optional(v.pipe(v.array(item), v.minLength(1), v.description('Several texts, instead of `text`.')));

const TextsSchema = v.pipe(
  strictFields({ text: ONE, texts: several(WellFormedText) }),
  v.title('Request'),
  v.description('Either `text` or `texts`.'),
);

export const { entries: TEXT_ENTRIES } = TextsSchema;

const ItemSchema = v.union([
  WellFormedText,
  strictFields({ text: WellFormedText, text_pair: v.optional(SECOND) }),
  v.strictTuple([WellFormedText, SECOND]),
]);

const PairsSchema = v.pipe(
  strictFields({ text: ONE, text_pair: v.optional(SECOND), texts: several(ItemSchema) }),
  v.title('Request'),
  v.description('Either `text`, alone or with `text_pair`, or `texts`.'),
);

/** Of one text, or of each text of a list. */
export const oneOrSeveral = (schema: v.GenericSchema) =>
  v.pipe(v.union([schema, v.array(schema)]), v.title('Prediction'));
const Rankings = oneOrSeveral(Ranking);
const Scores = oneOrSeveral(v.pipe(v.number(), v.description('How well a pair fits, 0 to 1.')));
const Embeddings = oneOrSeveral(v.pipe(v.array(v.number()), v.description('An embedding.')));

type Body = v.InferOutput<typeof PairsSchema>;

/** A request, and whether its reply is no list. */
export interface SentRequest extends ParsedRequest<TextInput> {
  readonly isOne: boolean;
}

function requestOf(request: HttpRequest, schema: v.GenericSchema<unknown, Body>): SentRequest {
  const { texts, isOne } = readTexts(request, schema);
  const cached = cachedUnder(request, () => hash('sha256', JSON.stringify(texts)));
  return { ...cached, input: { texts }, isOne };
}

/** Of a classifier: the best labels of each text. */
export function textLabels(model: ModelInfo): Exchange<SentRequest, TextClassification> {
  const labels = model.labels?.labels ?? [];
  const [best = ''] = labels;
  return {
    parse: (request) => requestOf(request, PairsSchema),
    reply({ parsed: { isOne }, output }) {
      const { probabilities } = output;
      const bodies = probabilities.map((scores) => rankingBody(topLabels(scores, labels, LABELS_SAID)));
      const best = isOne && labelHeader(bestOf(probabilities[0] ?? [], labels).label);
      const body = isOne ? (bodies[0] ?? '{}') : `[${bodies.join(',')}]`;
      return uncached(200, body, { ...best, ...truncatedHeader(output) });
    },
    ...described(
      { PredictionRequest: PairsSchema, Prediction: Rankings },
      'The best labels of each text',
      { [best]: 0.9 },
      {
        headers: describeLabelHeader(best),
        pairs: model.tensors.inputs.includes(TEXT_PAIR) ? 'shown' : undefined,
      },
    ),
  };
}

/** Of a reranker: the score of each pair. */
export function pairScores(): Exchange<SentRequest, TextRanking> {
  return {
    parse: (request) => requestOf(request, PairsSchema),
    reply({ parsed: { isOne }, output }) {
      const scores = output.logits.map(sigmoid);
      return json(200, isOne ? scores[0] : scores, truncatedHeader(output));
    },
    ...described({ PredictionRequest: PairsSchema, Prediction: Scores }, 'The score of each pair', 0.98, {
      pairs: 'required',
    }),
  };
}

/** Of a model of embeddings: the embedding of each text. */
export function textEmbeddings(): Exchange<SentRequest, TextEmbeddings> {
  return {
    parse: (request) => requestOf(request, TextsSchema),
    reply({ parsed: { isOne }, output }) {
      const lists = output.embeddings.map((embedding) => [...embedding]);
      return json(200, isOne ? lists[0] : lists, truncatedHeader(output));
    },
    ...described(
      { PredictionRequest: TextsSchema, Prediction: Embeddings },
      'The embedding of each text',
      [0.6, -0.8],
    ),
  };
}

export function described(
  schemas: Exchange['schemas'],
  summary: string,
  example: unknown,
  {
    headers,
    pairs,
  }: { readonly headers?: JsonSchema; readonly pairs?: 'shown' | 'required' | undefined } = {},
): Pick<Exchange, 'summary' | 'schemas' | 'describe' | 'example'> {
  return {
    summary: 'Texts',
    schemas,
    describe: () => ({
      summary,
      description:
        'Accepts the text itself, or JSON with one or several texts. The response to several texts is a list. The same ' +
        'texts are the same request in either form.',
      takes: {
        ...(pairs !== 'required' && { 'text/plain': { schema: v.string(), example: EXAMPLE } }),
        ...jsonBody(schemas.PredictionRequest, pairs && PAIR_EXAMPLE),
      },
      gives: jsonBody(schemas.Prediction, example),
      replies: 'The predictions',
      headers: { ...TRUNCATED_DESCRIPTION, ...headers },
    }),
    example: (url) =>
      pairs ? postJson(url, PAIR_EXAMPLE) : `curl -s ${url} -H 'content-type: text/plain' -d '${EXAMPLE}'`,
  };
}

const PLAIN = /^(text\/plain|application\/octet-stream)$/;

const TYPES =
  'The body must be the text itself (content-type: text/plain), or {"text": "…"} or {"texts": ["…"]} (application/json).';

/** @param schema of the body, where it is JSON @throws {Problem} when the request has no texts */
export function readTexts<Sent extends Body>(
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
      errors: [{ pointer: '/text', detail: 'must be there, or /texts, and not both' }],
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
