/** Refuses lists that take longer than the time left. */
import { Problem, type ProblemName } from '../../problems/problems.ts';

/**
 * @param things name of the list's items
 * @param expected milliseconds for all of them
 * @param left milliseconds until the deadline
 * @throws {Problem} that says how many could be sent at once, if there are several
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
    `The ${count} ${things} take about ${Math.ceil(expected)} ms, but only ${Math.max(0, Math.floor(left))} ms are left: ` +
      `send at most ${most} like these at once.`,
  );
}
