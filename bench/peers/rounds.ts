/** Two services under the same load in turns, so that what else the machine does falls upon both. */
import type { LoadResult } from '../measure/load.ts';
import { type Spread, spreadOf } from '../spread.ts';

/** One load on one service. */
export interface PeerLoad extends LoadResult {
  /** Without failures. */
  readonly responsesPerSecond: number;
  /** CPU time of the whole service a request, without the client, milliseconds; NaN where the system does not tell. */
  readonly cpuPerRequest: number;
}

export const SIDES = ['ours', 'theirs'] as const;
export type Side = (typeof SIDES)[number];

export interface Round extends Readonly<Record<Side, PeerLoad>> {
  /** CPU time of the members that a response of ours takes, for one request alone with nothing around them, milliseconds. */
  readonly members: number;
}

/** What is measured in a round. */
export interface Measure {
  /** Puts load on one side. */
  load(side: Side, round: number): Promise<PeerLoad>;
  /** @returns `members` of a round */
  members(round: number): Promise<number>;
}

/** Measures both sides in every round, and the members alone; the side that comes second begins the next round. */
export async function measureRounds(count: number, measure: Measure): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < count; round += 1) {
    const order = round % 2 === 0 ? SIDES : SIDES.toReversed();
    const loads: Partial<Record<Side, PeerLoad>> = {};
    for (const side of order) loads[side] = await measure.load(side, round);
    rounds.push({ ...(loads as Record<Side, PeerLoad>), members: await measure.members(round) });
  }
  return rounds;
}

/** @param cpuMilliseconds of the whole service meanwhile */
export function peerLoad(result: LoadResult, cpuMilliseconds: number): PeerLoad {
  const responses = result.requests - result.failures;
  return {
    ...result,
    responsesPerSecond: responses / result.seconds,
    cpuPerRequest: cpuMilliseconds / result.requests,
  };
}

/** Responses a second of ours over theirs, round by round: only what was measured next to each other is compared. */
export function ratioOf(rounds: readonly Round[]): Spread {
  return spreadOf(rounds.map(({ ours, theirs }) => ours.responsesPerSecond / theirs.responsesPerSecond));
}

/**
 * What the ratio could be if a request to ours cost nothing but the members that its response takes, one request at a
 * time, and the client, which works on the same cores: the less CPU time a response takes, the more of them busy cores give. NaN where the system does not tell CPU times.
 */
export function highestRatioOf(rounds: readonly Round[]): Spread {
  const client = ({ cpuMilliseconds, requests }: PeerLoad) => cpuMilliseconds / requests;
  return spreadOf(
    rounds.map(
      ({ ours, theirs, members }) => (theirs.cpuPerRequest + client(theirs)) / (members + client(ours)),
    ),
  );
}
