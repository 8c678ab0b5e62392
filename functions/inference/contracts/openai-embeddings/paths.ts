/** Addresses of the contract `openai-embeddings`. */
export const OPENAI_ROOT = '/v1';
export const EMBEDDINGS_PATH = `${OPENAI_ROOT}/embeddings`;
export const MODELS_PATH = `${OPENAI_ROOT}/models`;
