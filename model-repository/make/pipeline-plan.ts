/** The pipeline's own part of `ensemble.json`, and what people should know of it. */
export interface PipelinePlan {
  readonly fields: Readonly<Record<string, unknown>>;
  /** By member, where it differs from the first. */
  readonly memberFields: readonly Readonly<Record<string, unknown>>[];
  readonly labels?: readonly string[];
  /** Besides `open-inference`, where no option names others. @default none */
  readonly contracts?: readonly string[];
  /** Further files of the model's folder, by their names. */
  readonly files?: Readonly<Record<string, Uint8Array>>;
  readonly notes: readonly string[];
}
