/** Two services under the same load in turns, so that what else the machine does falls upon both. */
import type { LoadResult } from '../measure/load.ts';
import { type Spread, spreadOf } from '../spread.ts';

/** One load on one service. */
export interface PeerLoad extends LoadResult {
  /** What was refused is none. */
  readonly answersPerSecond: number;
  /** CPU time of the whole service for a question, without the client, milliseconds; NaN where the system does not tell. */
  readonly cpuPerQuestion: number;
}

export const SIDES = ['ours', 'theirs'] as const;
export type Side = (typeof SIDES)[number];
export type Round = Readonly<Record<Side, PeerLoad>>;

/**
 * Measures both sides in every round; the one that comes second begins the next round.
 *
 * @param measure puts load on one side
 */
export async function measureRounds(
  count: number,
  measure: (side: Side, round: number) => Promise<PeerLoad>,
): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < count; round += 1) {
    const order = round % 2 === 0 ? SIDES : SIDES.toReversed();
    const loads: Partial<Record<Side, PeerLoad>> = {};
    for (const side of order) loads[side] = await measure(side, round);
    rounds.push(loads as Round);
  }
  return rounds;
}

/** @param cpuMilliseconds of the whole service meanwhile */
export function peerLoad(result: LoadResult, cpuMilliseconds: number): PeerLoad {
  const answers = result.requests - result.failures;
  return {
    ...result,
    answersPerSecond: answers / result.seconds,
    cpuPerQuestion: cpuMilliseconds / result.requests,
  };
}

/** Answers a second of ours over theirs, round by round: only what was measured next to each other is compared. */
export function ratioOf(rounds: readonly Round[]): Spread {
  return spreadOf(rounds.map(({ ours, theirs }) => ours.answersPerSecond / theirs.answersPerSecond));
}
