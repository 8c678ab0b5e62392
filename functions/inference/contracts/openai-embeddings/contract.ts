/** Contract `openai-embeddings`: OpenAI's `POST /v1/embeddings`. */
import type { TextEmbeddings } from '../../pipelines/feature-extraction/pipeline.ts';
import { toBase64 } from '../../pipelines/shared/tensors.ts';
import type { TextInput } from '../../pipelines/text/tensor-view.ts';
import { Problem, type ProblemDetails } from '../../problems/problems.ts';
import type { Contract, ContractDefinition, ModelInfo, ParsedRequest } from '../contract.ts';
import { jsonBody, TRUNCATED_DESCRIPTION, truncatedHeader } from '../description/operation.ts';
import { json, readJson } from '../http.ts';
import { checkBody } from '../request/check-body.ts';
import { cachedContent, IDEMPOTENCY_KEY_PARAMETER } from '../request/request-id.ts';
import { requireModel } from '../request/require-model.ts';
import { EMBEDDINGS_PATH, OPENAI_ROOT } from './client.ts';
import { type EmbeddingRequest, SCHEMAS } from './schema.ts';

const CLIENT_ERRORS = 500;
const EXAMPLE_TEXT = 'A cat sleeps.';
const EXAMPLE = { embeddings: [Float32Array.of(0.5, -0.5)], tokens: [5], truncated: [] };

/** A request with the form of its response. */
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

/** @throws {Problem} if the request wants embeddings of another size */
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
