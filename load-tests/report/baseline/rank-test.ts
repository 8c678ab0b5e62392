/**
 * Probability that chance alone ranks `higher` as far above `lower` as it was seen, or further, if both came from one
 * distribution, whatever that is: the exact one-sided rank-sum test (Wilcoxon 1945; Mann and Whitney, "On a Test of
 * Whether one of Two Random Variables is Stochastically Larger than the Other", 1947), ties by their mean rank.
 * @param higher a few dozen values at most; the effort grows with the fourth power
 */
export function rankTest(lower: readonly number[], higher: readonly number[]): number {
  const ranks = doubledRanks([...lower, ...higher]);
  const seen = ranks.slice(lower.length).reduce((sum, rank) => sum + rank, 0);
  const ways = waysToSum(ranks, higher.length);
  let all = 0;
  let asFar = 0;
  for (const [sum, count] of ways.entries()) {
    all += count;
    if (sum >= seen) asFar += count;
  }
  return asFar / all;
}

/** Twice the rank of each value, which is whole even where equal values share their mean rank. */
function doubledRanks(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return 2 * below + equal + 1;
  });
}

/** In how many ways `size` of the ranks add up to each sum. */
function waysToSum(ranks: readonly number[], size: number): Float64Array {
  const most = ranks.reduce((sum, rank) => sum + rank, 0);
  const ways = Array.from({ length: size + 1 }, () => new Float64Array(most + 1));
  (ways[0] as Float64Array)[0] = 1;
  for (const rank of ranks) {
    for (let taken = size; taken >= 1; taken--) {
      const [from, to] = [ways[taken - 1], ways[taken]] as [Float64Array, Float64Array];
      for (let sum = most; sum >= rank; sum--) to[sum] = (to[sum] as number) + (from[sum - rank] as number);
    }
  }
  return ways[size] as Float64Array;
}
