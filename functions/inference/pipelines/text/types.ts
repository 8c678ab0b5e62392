/** What passes between contracts and the pipelines that take texts. */

/** Texts, each of which is a request of its own. */
export interface TextInput {
  /** At least one, well-formed Unicode; any of them may be empty. */
  readonly texts: readonly string[];
}

/** What is said of each text, whatever is made of them. */
export interface TextOutput {
  /** Tokens of each text as it counted: of a truncated one, those that were kept. */
  readonly tokens: readonly number[];
  /** Indexes of the texts of which only the beginning counted. */
  readonly truncated: readonly number[];
}
