/** The curves of a sweep: the best settings with every number of clients. */
import { SETTLE_SECONDS } from '../measure/stretch.ts';
import type { Setting } from '../setting.ts';
import { leastDuelSeconds } from './duel.ts';
import type { Rounds } from './rounds.ts';

export const MOST_CURVE_ROUNDS = 2;
/** What each number of clients gets. */
export const SHORTEST_SECONDS = 1;
const LONGEST_SECONDS = 3;

/** A round with all numbers of clients, and another one where there is time. */
export async function measureCurves(
  clients: readonly number[],
  finalists: readonly Setting[],
  rounds: Rounds,
  ends: number,
): Promise<void> {
  const visit = (ends - rounds.now()) / (MOST_CURVE_ROUNDS * finalists.length);
  const aimed = (visit - rounds.visitSeconds(0, 0)) / clients.length - SETTLE_SECONDS;
  const seconds = Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, aimed));
  const after = () => leastDuelSeconds(rounds.visitSeconds.bind(rounds));
  let settings = [...finalists];
  for (let round = 1; round <= MOST_CURVE_ROUNDS; round++) {
    const started = rounds.now();
    settings = await rounds.make({
      phase: 'curves',
      round,
      settings,
      clients,
      seconds,
      after,
    });
    const lasted = rounds.now() - started;
    if (rounds.now() + lasted > ends) return;
  }
}
