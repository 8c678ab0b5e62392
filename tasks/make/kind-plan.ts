/** The kind's own part of `ensemble.json`, and what people should know of it. */
export interface KindPlan {
  readonly fields: Readonly<Record<string, unknown>>;
  /** By member, where it differs from the first. */
  readonly memberFields: readonly Readonly<Record<string, unknown>>[];
  readonly labels?: readonly string[];
  readonly notes: readonly string[];
}
