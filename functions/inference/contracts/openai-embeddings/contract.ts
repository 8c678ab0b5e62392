/** Contract `openai-embeddings`: OpenAI's `POST /v1/embeddings`. */
import * as v from 'valibot';
import { Count, strictFields } from '../../model/manifest.ts';
import type { TextEmbeddings } from '../../pipelines/feature-extraction/pipeline.ts';
import { toBase64 } from '../../pipelines/shared/tensors.ts';
import type { TextInput } from '../../pipelines/text/tensor-view.ts';
import { Problem, type ProblemDetails } from '../../problems/problems.ts';
import type { Contract, ContractDefinition, ModelInfo, ParsedRequest } from '../contract.ts';
import { jsonBody, TRUNCATED_DESCRIPTION, truncatedHeader } from '../description/operation.ts';
import { json, readJson } from '../http.ts';
import { checkBody, Natural, shortList } from '../request/check-body.ts';
import { cachedContent, IDEMPOTENCY_KEY_PARAMETER, WellFormedText } from '../request/request-id.ts';
import { requireModel } from '../request/require-model.ts';
import { EMBEDDINGS_PATH, OPENAI_ROOT } from './client.ts';

const CLIENT_ERRORS = 500;
const EXAMPLE_TEXT = 'A cat sleeps.';
const EXAMPLE = { embeddings: [Float32Array.of(0.5, -0.5)], tokens: [5], truncated: [] };

/** OpenAI's limit. A model may have a lower limit. */
const MOST_TEXTS = 2048;

const SCHEMAS = {
  OpenAiEmbeddingRequest: v.pipe(
    strictFields({
      input: v.pipe(
        v.union([WellFormedText, shortList(WellFormedText, 1, MOST_TEXTS)]),
        v.description('A text, or a list of texts.'),
      ),
      model: v.pipe(v.string(), v.description('The name of the model.')),
      encoding_format: v.optional(
        v.pipe(
          v.picklist(['float', 'base64']),
          v.description('`base64` encodes 32-bit floats, little-endian.'),
          v.metadata({ default: 'float' }),
        ),
      ),
      dimensions: v.optional(
        v.pipe(Count, v.description('Length of an embedding. Only the model’s own length is accepted.')),
      ),
      user: v.optional(
        v.pipe(v.unknown(), v.description('Id of a user. It is ignored.'), v.metadata({ type: 'string' })),
      ),
    }),
    v.title('Embedding request'),
  ),
  OpenAiEmbeddings: v.pipe(
    v.object({
      object: v.literal('list'),
      data: v.array(
        v.object({
          object: v.literal('embedding'),
          index: v.pipe(Natural, v.description('Index of the text in the list.')),
          embedding: v.union([v.array(v.number()), v.string()]),
        }),
      ),
      model: v.string(),
      usage: v.object({ prompt_tokens: Natural, total_tokens: Natural }),
    }),
    v.title('Embeddings'),
  ),
  OpenAiError: v.pipe(
    v.object({
      error: v.object({
        message: v.pipe(v.string(), v.description('What is wrong with this request, and how to correct it.')),
        type: v.string(),
        param: v.nullable(v.string()),
        code: v.pipe(v.nullable(v.string()), v.description('Identifies the problem; never changes.')),
      }),
    }),
    v.title('OpenAI error'),
  ),
};

type EmbeddingRequest = v.InferOutput<typeof SCHEMAS.OpenAiEmbeddingRequest>;

/** A request, and the encoding that its response must have. */
interface ParsedEmbeddingRequest extends ParsedRequest<TextInput> {
  readonly format: EmbeddingRequest['encoding_format'];
}

export const openaiEmbeddings: ContractDefinition = {
  name: 'openai-embeddings',
  pipelines: ['feature-extraction'],
  open(info): Contract<ParsedEmbeddingRequest, TextEmbeddings> {
    const example = { model: info.name, input: EXAMPLE_TEXT };
    return {
      name: openaiEmbeddings.name,
      summary: 'Embeddings of texts, with OpenAI’s API',
      root: OPENAI_ROOT,
      routes: [
        {
          method: 'POST',
          path: EMBEDDINGS_PATH,
          parse(request) {
            const sent = readJson(request);
            refuseTokens(sent);
            const body = checkBody(SCHEMAS.OpenAiEmbeddingRequest, sent);
            requireModel(body.model, info);
            requireSize(body, info);
            const texts = [body.input].flat();
            return { ...cachedContent(request, texts), input: { texts }, format: body.encoding_format };
          },
          reply: ({ parsed: { format }, output }) =>
            json(200, replyOf(output, info.name, format), truncatedHeader(output)),
          describe: () => ({
            operationId: 'createEmbedding',
            summary: 'The embedding of each text',
            parameters: [IDEMPOTENCY_KEY_PARAMETER],
            takes: jsonBody(SCHEMAS.OpenAiEmbeddingRequest, example),
            gives: jsonBody(SCHEMAS.OpenAiEmbeddings, replyOf(EXAMPLE, info.name, 'float')),
            headers: TRUNCATED_DESCRIPTION,
          }),
        },
      ],
      errors: { schema: 'OpenAiError', mediaType: 'application/json', bodyOf: errorOf },
      schemas: SCHEMAS,
    };
  },
};

/** Refuses tokens, because some clients send tokens of OpenAI's models instead of texts. @throws {Problem} */
function refuseTokens(body: unknown): void {
  const { input } = (body ?? {}) as { input?: unknown };
  if (!Array.isArray(input) || typeof input.flat()[0] !== 'number') return;
  throw new Problem(
    'invalid-request',
    '/input must be a text or a list of texts, not tokens, because tokens belong to another model. With ' +
      'LangChain, set check_embedding_ctx_length=False.',
    { errors: [{ pointer: '/input', detail: 'must be a text or a list of texts' }] },
  );
}

/** @throws {Problem} if the graph fixes the size of the model's embeddings, and the request wants another size */
function requireSize({ dimensions }: EmbeddingRequest, info: ModelInfo): void {
  const size = info.tensors.outputs.find(({ name }) => name === 'embedding')?.shape.at(-1) ?? -1;
  if (dimensions !== undefined && size > 0 && dimensions !== size) {
    throw new Problem('invalid-request', `The model returns embeddings of ${size} dimensions only.`);
  }
}

function replyOf(
  { embeddings, tokens }: TextEmbeddings,
  model: string,
  format: EmbeddingRequest['encoding_format'],
): object {
  const count = tokens.reduce((sum, one) => sum + one, 0);
  return {
    object: 'list',
    data: embeddings.map((embedding, index) => ({
      object: 'embedding',
      index,
      embedding: format === 'base64' ? toBase64(embedding) : [...embedding],
    })),
    model,
    usage: { prompt_tokens: count, total_tokens: count },
  };
}

function errorOf({ type, status, detail, errors }: ProblemDetails): object {
  return {
    error: {
      message: detail,
      type: status < CLIENT_ERRORS ? 'invalid_request_error' : 'server_error',
      param: errors?.[0]?.pointer.split('/')[1] || null,
      code: type.split(':').at(-1) ?? null,
    },
  };
}
