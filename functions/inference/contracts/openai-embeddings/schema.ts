/** Schemas of OpenAI's `POST /v1/embeddings`, as far as this service supports it. */
import * as v from 'valibot';
import { Count, strictFields } from '../../model/manifest.ts';
import { Natural, shortList } from '../request/check-body.ts';
import { WellFormedText } from '../request/request-id.ts';

/** OpenAI's limit; a model may have a lower one. */
const MOST_TEXTS = 2048;

/** Schemas by their names in the documentation. */
export const SCHEMAS = {
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
        v.pipe(v.unknown(), v.description('Your user. It has no effect.'), v.metadata({ type: 'string' })),
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

export type EmbeddingRequest = v.InferOutput<typeof SCHEMAS.OpenAiEmbeddingRequest>;
