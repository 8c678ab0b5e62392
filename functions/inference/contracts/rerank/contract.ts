/** Contract `rerank`: orders texts by their relevance to a query, in the APIs of Text Embeddings Inference, Jina and Cohere. */
import * as v from 'valibot';
import { Count, Probability, strictFields } from '../../model/manifest.ts';
import type { TextInput } from '../../pipelines/text/tensor-view.ts';
import { bestFirst, sigmoid, type TextRanking } from '../../pipelines/text-ranking/pipeline.ts';
import type { Contract, ContractDefinition, InferenceRoute, ModelInfo, ParsedRequest } from '../contract.ts';
import { jsonBody, TRUNCATED_DESCRIPTION, truncatedHeader } from '../description/operation.ts';
import { json, readJson } from '../http.ts';
import { checkBody, Natural } from '../request/check-body.ts';
import { cachedContent, IDEMPOTENCY_KEY_PARAMETER, WellFormedText } from '../request/request-id.ts';
import { requireModel } from '../request/require-model.ts';
import { RERANK_PATHS } from './client.ts';

const flag = (description: string) =>
  v.optional(v.pipe(v.boolean(), v.description(description), v.metadata({ default: false })));
const listOf = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.minLength(1));

const SCHEMAS = {
  /** `truncate` may be null, because clients with typed models write null for an absent field. */
  RerankRequest: v.pipe(
    strictFields({
      query: WellFormedText,
      texts: listOf(WellFormedText),
      raw_scores: flag('Whether scores are the model’s logits, which can be any numbers, not only 0 to 1.'),
      return_text: flag('Whether each result has its text.'),
      truncate: v.nullish(
        v.pipe(
          v.boolean(),
          v.description('Whether long texts are cut instead of refused. Default: the model’s setting.'),
        ),
      ),
      truncation_direction: v.optional(
        v.pipe(v.picklist(['Right', 'right']), v.description('Texts are cut at their end.')),
      ),
    }),
    v.title('Request of Text Embeddings Inference'),
  ),
  RerankResults: v.pipe(
    v.array(v.object({ index: Natural, score: v.number(), text: v.optional(v.string()) })),
    v.description('Best first.'),
  ),
  RerankDocumentsRequest: v.pipe(
    strictFields({
      model: v.optional(v.pipe(v.string(), v.description('The name of the model.'))),
      query: WellFormedText,
      documents: listOf(
        v.union([
          WellFormedText,
          v.pipe(v.looseObject({ text: WellFormedText }), v.description('May have other fields.')),
        ]),
      ),
      top_n: v.optional(v.pipe(Count, v.description('Number of results. Default: all.'))),
      return_documents: flag('Whether each result has its document.'),
    }),
    v.title('Request of Jina and Cohere'),
  ),
  RerankDocumentsResults: v.object({
    model: v.string(),
    results: v.pipe(
      v.array(
        v.object({
          index: Natural,
          relevance_score: Probability,
          document: v.optional(v.looseObject({ text: v.string() })),
        }),
      ),
      v.description('Best first.'),
    ),
    usage: v.object({ prompt_tokens: Natural, total_tokens: Natural }),
    meta: v.object({ api_version: v.object({ version: v.string() }) }),
  }),
};

/** A request, and the form that its results must have. */
interface ParsedRerankRequest extends ParsedRequest<TextInput> {
  /** Largest number of results. */
  readonly most: number;
  /** Writes the result of a text. @param index of the text */
  result(index: number, logit: number): object;
}

type RerankRoute = InferenceRoute<ParsedRerankRequest, TextRanking>;

const QUERY = 'How do cats sleep?';
const TEXTS = ['A cat sleeps curled up.', 'The dog barks.'];
const EXAMPLE = { logits: [4, -4], tokens: [12, 10], truncated: [] };

export const rerank: ContractDefinition = {
  name: 'rerank',
  pipelines: ['text-ranking'],
  open: (info): Contract<ParsedRerankRequest, TextRanking> => ({
    name: rerank.name,
    summary:
      'Texts ranked by how well they fit a query, with the APIs of Text Embeddings Inference, Jina and Cohere',
    routes: [textsRoute(), documentsRoute(info, '1'), documentsRoute(info, '2')],
    schemas: SCHEMAS,
  }),
};

function textsRoute(): RerankRoute {
  return {
    method: 'POST',
    path: RERANK_PATHS[0],
    parse(request) {
      const body = checkBody(SCHEMAS.RerankRequest, readJson(request));
      const { query, texts, truncate } = body;
      const input = {
        texts: texts.map((text) => [query, text] as const),
        ...(typeof truncate === 'boolean' && {
          longer: truncate ? ('truncate' as const) : ('refuse' as const),
        }),
      };
      const result = (index: number, logit: number) => ({
        index,
        score: body.raw_scores ? Math.fround(logit) : sigmoid(logit),
        ...(body.return_text && { text: texts[index] }),
      });
      return { ...cachedContent(request, input), input, most: texts.length, result };
    },
    reply: ({ parsed, output }) => json(200, resultsOf(parsed, output), truncatedHeader(output)),
    describe: () => ({
      operationId: 'rerank',
      summary: 'The texts, best fit first',
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      takes: jsonBody(SCHEMAS.RerankRequest, { query: QUERY, texts: TEXTS }),
      gives: jsonBody(SCHEMAS.RerankResults, [{ index: 0, score: sigmoid(EXAMPLE.logits[0]!) }]),
      headers: TRUNCATED_DESCRIPTION,
    }),
  };
}

function documentsRoute(info: ModelInfo, version: '1' | '2'): RerankRoute {
  const example = { model: info.name, query: QUERY, documents: TEXTS };
  const replyOf = (results: readonly object[], { tokens }: TextRanking) => {
    const total = tokens.reduce((sum, one) => sum + one, 0);
    const usage = { prompt_tokens: total, total_tokens: total };
    return { model: info.name, results, usage, meta: { api_version: { version } } };
  };
  const exampleResult = { index: 0, relevance_score: sigmoid(EXAMPLE.logits[0]!) };
  return {
    method: 'POST',
    path: RERANK_PATHS[Number(version)]!,
    parse(request) {
      const body = checkBody(SCHEMAS.RerankDocumentsRequest, readJson(request));
      requireModel(body.model, info);
      const documents = body.documents.map((document) =>
        typeof document === 'string' ? { text: document } : document,
      );
      const input = { texts: documents.map(({ text }) => [body.query, text] as const) };
      const result = (index: number, logit: number) => ({
        index,
        relevance_score: sigmoid(logit),
        ...(body.return_documents && { document: documents[index] }),
      });
      return { ...cachedContent(request, input), input, most: body.top_n ?? documents.length, result };
    },
    reply: ({ parsed, output }) =>
      json(200, replyOf(resultsOf(parsed, output), output), truncatedHeader(output)),
    describe: () => ({
      operationId: version === '1' ? 'rerankDocuments' : 'rerankDocumentsSecondVersion',
      summary: 'The documents, best fit first',
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      takes: jsonBody(SCHEMAS.RerankDocumentsRequest, example),
      gives: jsonBody(SCHEMAS.RerankDocumentsResults, replyOf([exampleResult], EXAMPLE)),
      headers: TRUNCATED_DESCRIPTION,
    }),
  };
}

function resultsOf({ most, result }: ParsedRerankRequest, { logits }: TextRanking): object[] {
  return bestFirst(logits)
    .slice(0, most)
    .map((index) => result(index, logits[index]!));
}
