/** Lists that take longer than there is time for. */
import { Problem, type ProblemName } from '../problems/problems.ts';

/**
 * @param things what the list has
 * @param expected milliseconds that all of them take
 * @param left milliseconds that there are
 * @throws {Problem} that says how many could be sent at once, where there are several
 */
export function refuseLateList(
  problem: ProblemName,
  things: string,
  count: number,
  expected: number,
  left: number,
): void {
  if (count === 1) return;
  const most = Math.max(1, Math.floor((count * left) / expected));
  throw new Problem(
    problem,
    `The ${count} ${things} take about ${Math.ceil(expected)} ms, and there are ${Math.max(0, Math.floor(left))} ms for them: ` +
      `send at most ${most} like these at once.`,
  );
}
