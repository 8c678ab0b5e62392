/** What an evaluation has shown, for people and for programs. */
export interface Report {
  readonly text: string;
  /** JSON. */
  readonly content: object;
}
