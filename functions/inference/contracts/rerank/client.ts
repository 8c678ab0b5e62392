/** The client side of the contract `rerank`. Runs in browsers, too. */
import { post } from '../addresses.ts';
import { type ContractOutline, keyOf, readJsonReply, type Sample } from '../client.ts';

/** Addresses of Text Embeddings Inference, of Jina and Cohere, and of version 2 of Cohere's API. */
export const RERANK_PATHS = ['/rerank', '/v1/rerank', '/v2/rerank'] as const;

export const rerankOutline: ContractOutline = {
  name: 'rerank',
  plain: RERANK_PATHS.map(post),
  /** Sends samples of `{"query": "…", "texts": ["…"]}`; the prediction is the index of the best text. */
  client: () => ({
    contract: 'rerank',
    needsId: false,
    request: (sample, id) => ({
      method: 'POST',
      path: RERANK_PATHS[0],
      headers: { 'content-type': 'application/json', ...keyOf(id) },
      body: JSON.stringify(rankedTexts(sample)),
    }),
    read: (response) =>
      readJsonReply(response, (reply) => {
        const [best] = Array.isArray(reply) ? reply : [];
        return Number.isInteger(best?.index)
          ? { prediction: String(best.index), besides: JSON.stringify(reply) }
          : { error: 'reply without an index', fault: 'malformed' };
      }),
  }),
};

/** @throws {TypeError} without `application/json`, a string `query` or a list `texts`; {SyntaxError} if the JSON is malformed */
function rankedTexts({ name, mediaType, bytes }: Sample): object {
  const sample = mediaType === 'application/json' ? JSON.parse(new TextDecoder().decode(bytes)) : undefined;
  if (typeof sample?.query === 'string' && Array.isArray(sample.texts)) return sample;
  throw new TypeError(`Sample ${name} must be JSON with a string "query" and a list "texts"`);
}
