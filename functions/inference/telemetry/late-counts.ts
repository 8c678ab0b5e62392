/** What became of responses that went out without the store, since the last call. */
export interface LateCounts {
  /** Responses that wait to be written now. */
  readonly waiting: number;
  readonly written: number;
  /** Never written: there was no room to keep them, or another request had the id by then. */
  readonly lost: number;
}
