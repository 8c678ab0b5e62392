/** A model that cannot be served. The message names the file or the folder. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}

/** A member that must not run several requests in one batch. */
export class BatchError extends ModelError {
  /** The reason as the end of a sentence, without the name of the file. */
  readonly why: string;

  constructor(file: string, largest: number, why: string) {
    super(
      `${file} cannot run ${largest} requests at once: ${why}; take "batch" out of ensemble.json, or start with --batch 1`,
    );
    this.why = why;
  }
}
