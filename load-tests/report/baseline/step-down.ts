/**
 * The chances of several tests, each raised so far that taking those of at most `x` for real is wrong in any of them with
 * a chance of at most `x` (Holm, "A Simple Sequentially Rejective Multiple Test Procedure", 1979; as adjusted p-values).
 */
export function stepDown(chances: readonly number[]): number[] {
  const raised = new Array<number>(chances.length);
  let least = 0;
  const fromTheSurest = chances
    .map((chance, index) => ({ chance, index }))
    .sort((a, b) => a.chance - b.chance);
  for (const [rank, { chance, index }] of fromTheSurest.entries()) {
    least = Math.max(least, Math.min(1, chance * (chances.length - rank)));
    raised[index] = least;
  }
  return raised;
}
