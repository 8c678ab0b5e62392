/** The caller's side of the contract `openai-embeddings`. Runs in browsers, too. */
import { type ContractClient, IDEMPOTENCY_KEY } from '../client.ts';
import { EMBEDDINGS_PATH } from './paths.ts';

interface Embeddings {
  readonly data?: readonly { readonly embedding?: unknown }[];
}

/** Asks for the embedding of a text (`text/plain`); the answer is its elements as JSON. */
export function openaiEmbeddingsClient(task: string): ContractClient {
  return {
    contract: 'openai-embeddings',
    needsId: false,
    request({ name, mediaType, bytes }, id) {
      if (mediaType !== 'text/plain') throw new TypeError(`Sample ${name} must be a text, not ${mediaType}`);
      return {
        method: 'POST',
        path: EMBEDDINGS_PATH,
        headers: { 'content-type': 'application/json', ...(id !== undefined && { [IDEMPOTENCY_KEY]: id }) },
        body: JSON.stringify({ model: task, input: new TextDecoder().decode(bytes).replace(/\r?\n$/, '') }),
      };
    },
    read({ status, body }) {
      if (status !== 200) return { error: `status ${status}`, fault: 'status' };
      try {
        const embedding = (JSON.parse(body) as Embeddings).data?.[0]?.embedding;
        if (Array.isArray(embedding)) return { answer: JSON.stringify(embedding) };
      } catch {
        // Said below.
      }
      return { error: 'reply without an embedding', fault: 'malformed' };
    },
  };
}
