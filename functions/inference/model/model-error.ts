/** A model that cannot be served. The message names the file; start-up ends with it. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}
