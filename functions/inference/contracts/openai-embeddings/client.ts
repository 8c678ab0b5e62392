/** The client side of the contract `openai-embeddings`. Runs in browsers, too. */
import { post } from '../addresses.ts';
import { type ContractOutline, keyOf, readJsonReply, type Sample } from '../client.ts';
import { textOf } from '../samples.ts';

export const OPENAI_ROOT = '/v1';
export const EMBEDDINGS_PATH = `${OPENAI_ROOT}/embeddings`;

export const openaiEmbeddingsOutline: ContractOutline = {
  name: 'openai-embeddings',
  plain: [post(EMBEDDINGS_PATH)],
  /**
   * Requests the embedding of one text (`text/plain`) or of several texts (`application/json` with `texts`). The prediction is
   * the first embedding as JSON.
   */
  client: (model) => ({
    contract: 'openai-embeddings',
    needsId: false,
    request: (sample, id) => ({
      method: 'POST',
      path: EMBEDDINGS_PATH,
      headers: { 'content-type': 'application/json', ...keyOf(id) },
      body: JSON.stringify({ model, input: inputOf(sample) }),
    }),
    read: (response) =>
      readJsonReply(response, (reply) => {
        const embedding = (reply as { data?: { embedding?: unknown }[] } | null)?.data?.[0]?.embedding;
        return Array.isArray(embedding)
          ? { prediction: JSON.stringify(embedding) }
          : { error: 'reply without an embedding', fault: 'malformed' };
      }),
  }),
};

function inputOf(sample: Sample): string | readonly string[] {
  const { name, mediaType, bytes } = sample;
  if (mediaType === 'text/plain') return textOf(sample);
  const texts =
    mediaType === 'application/json' ? JSON.parse(new TextDecoder().decode(bytes)).texts : undefined;
  if (Array.isArray(texts)) return texts;
  throw new TypeError(`Sample ${name} must be a text, or JSON with a list "texts"`);
}
