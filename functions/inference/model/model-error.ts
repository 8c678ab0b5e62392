/** A model that cannot be served. The message names the file, and the start ends with it. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}

/** A member that must not run several requests at once. */
export class BatchError extends ModelError {
  /** The reason as a part of a sentence, without the file. */
  readonly why: string;

  constructor(file: string, largest: number, why: string) {
    super(
      `${file} cannot run ${largest} requests at once: ${why}; take "batch" out of ensemble.json, or start with --batch 1`,
    );
    this.why = why;
  }
}
