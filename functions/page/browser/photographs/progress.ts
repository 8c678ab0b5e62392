/** How far several photographs have come. */

/** What is known of one. */
export interface Standing {
  /** Why there is no answer. */
  readonly trouble: object | undefined;
  /** What is done for it now. */
  readonly doing: string | undefined;
}

/** How many are answered, how many are not, how many are still to come. */
export function progress(standings: readonly Standing[]): string {
  const toCome = standings.filter(({ doing }) => doing).length;
  const unanswered = standings.filter(({ doing, trouble }) => trouble && !doing).length;
  return [
    `${standings.length - unanswered - toCome} answered`,
    ...(unanswered > 0 ? [`${unanswered} not`] : []),
    ...(toCome > 0 ? [`${toCome} to come`] : []),
  ].join(', ');
}
