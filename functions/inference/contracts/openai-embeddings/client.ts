/** The caller's side of the contract `openai-embeddings`. Runs in browsers, too. */
import { get, post } from '../addresses.ts';
import { type ContractClient, type ContractOutline, IDEMPOTENCY_KEY, type Sample } from '../client.ts';

/** Addresses of the contract `openai-embeddings`. */
export const OPENAI_ROOT = '/v1';
export const EMBEDDINGS_PATH = `${OPENAI_ROOT}/embeddings`;
export const MODELS_PATH = `${OPENAI_ROOT}/models`;

interface Embeddings {
  readonly data?: readonly { readonly embedding?: unknown }[];
}

/**
 * Requests the embedding of a text (`text/plain`), or for those of several (`application/json` with `texts`); the response is
 * the elements of the first as JSON.
 */
export function openaiEmbeddingsClient(model: string): ContractClient {
  return {
    contract: 'openai-embeddings',
    needsId: false,
    request(sample, id) {
      return {
        method: 'POST',
        path: EMBEDDINGS_PATH,
        headers: { 'content-type': 'application/json', ...(id !== undefined && { [IDEMPOTENCY_KEY]: id }) },
        body: JSON.stringify({ model, input: inputOf(sample) }),
      };
    },
    read({ status, body }) {
      if (status !== 200) return { error: `status ${status}`, fault: 'status' };
      try {
        const embedding = (JSON.parse(body) as Embeddings).data?.[0]?.embedding;
        if (Array.isArray(embedding)) return { prediction: JSON.stringify(embedding) };
      } catch {
        // The error below reports it.
      }
      return { error: 'reply without an embedding', fault: 'malformed' };
    },
  };
}

function inputOf({ name, mediaType, bytes }: Sample): string | readonly string[] {
  const text = new TextDecoder().decode(bytes);
  if (mediaType === 'text/plain') return text.replace(/\r?\n$/, '');
  const texts = mediaType === 'application/json' ? JSON.parse(text).texts : undefined;
  if (Array.isArray(texts)) return texts;
  throw new TypeError(`Sample ${name} must be a text, or JSON with "texts", not ${mediaType}`);
}

export const openaiEmbeddingsOutline: ContractOutline = {
  name: 'openai-embeddings',
  plain: [post(EMBEDDINGS_PATH), get(MODELS_PATH)],
  client: openaiEmbeddingsClient,
};
