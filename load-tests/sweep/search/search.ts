/**
 * The way of a sweep: rounds over all settings with a middle number of clients, then the best with all numbers, then the
 * very best in turns, each with the number that it answers most with.
 */
import type { Promised } from '../findings/rows.ts';
import { type Axes, settingsOf } from '../options/axes.ts';
import { areSame, hasBatches, includes, type Setting } from '../setting.ts';
import { MOST_CURVE_ROUNDS, measureCurves, SHORTEST_SECONDS } from './curves.ts';
import { decide, leastDuelSeconds } from './duel.ts';
import { type Found, guessedVisitSeconds, Rounds, type SearchTools } from './rounds.ts';
import {
  chooseFinalists,
  FINALISTS,
  fallenBehind,
  LEAST_FINALISTS,
  type Standing,
  standingsOf,
} from './shortlist.ts';

/** Of the whole time, so much is over when the search is, and so much when the curves are. The rest is the duel's. */
const SEARCH_SHARE = 0.25;
const CURVES_SHARE = 0.5;
const MOST_SEARCH_ROUNDS = 3;
/** What each setting gets. */
const SEARCH_SECONDS = 2;

/** The number of clients for the first comparison: all workers are busy, few questions wait. */
export function middleClients(clients: readonly number[]): number {
  const most = clients.at(-1)!;
  return clients.findLast((number) => number * 4 <= most) ?? clients[0]!;
}

/** The least that a sweep of these axes takes, as far as one knows before. */
export function shortestSeconds(axes: Axes): number {
  const settings = settingsOf(axes).length;
  const isSearched = settings > FINALISTS;
  const finalists = isSearched ? LEAST_FINALISTS : settings;
  const curves = finalists * guessedVisitSeconds(axes.clients.length, SHORTEST_SECONDS);
  const duel = settings === 1 ? 0 : leastDuelSeconds(guessedVisitSeconds);
  return curves + duel + (isSearched ? undelayed(axes).length * guessedVisitSeconds(1, SEARCH_SECONDS) : 0);
}

/** @param seconds that it should take @throws what a visit throws */
export async function search(
  axes: Axes,
  seconds: number,
  promised: Promised,
  tools: SearchTools,
  found: Found,
): Promise<void> {
  const began = tools.now();
  const rounds = new Rounds(tools, found, began + seconds);
  const all = settingsOf(axes);
  const curvesEnd = began + CURVES_SHARE * seconds;
  const finalists =
    all.length > FINALISTS
      ? await chooseAmong(axes, all, rounds, { search: began + SEARCH_SHARE * seconds, curves: curvesEnd })
      : all;
  await measureCurves(axes.clients, finalists, rounds, curvesEnd);
  await decide(rounds, promised);
}

/** As many of the best as there is time for. */
async function chooseAmong(
  axes: Axes,
  all: readonly Setting[],
  rounds: Rounds,
  ends: { readonly search: number; readonly curves: number },
): Promise<Setting[]> {
  const standings = await shortlist(axes, all, rounds, ends.search);
  const each = MOST_CURVE_ROUNDS * rounds.visitSeconds(axes.clients.length, SHORTEST_SECONDS);
  const fits = Math.floor((ends.curves - rounds.now()) / each);
  return chooseFinalists(standings, all, Math.min(FINALISTS, Math.max(LEAST_FINALISTS, fits)));
}

/**
 * Finds those that are worth being measured with all numbers of clients. Longer delays are tried with the best batches only.
 *
 * @returns the fastest first
 */
async function shortlist(
  axes: Axes,
  all: readonly Setting[],
  rounds: Rounds,
  ends: number,
): Promise<Standing[]> {
  const clients = [middleClients(axes.clients)];
  const visitSeconds = rounds.visitSeconds.bind(rounds);
  const after = () =>
    LEAST_FINALISTS * visitSeconds(axes.clients.length, SHORTEST_SECONDS) + leastDuelSeconds(visitSeconds);
  let settings = undelayed(axes);
  for (let round = 1; ; round++) {
    const plan = { phase: 'search', round, clients, seconds: SEARCH_SECONDS, after } as const;
    const possible = await rounds.make({ ...plan, settings });
    const standings = standingsOf(rounds.found.visits).filter(({ setting }) => includes(possible, setting));
    const dropped = fallenBehind(standings, round);
    rounds.found.dropped.push(...dropped);
    const gone = dropped.map(({ setting }) => setting);
    const stay = standings.filter(({ setting }) => !includes(gone, setting));
    const delayed = round === 1 ? delaysOf(stay, all) : [];
    settings = [...stay.map(({ setting }) => setting), ...delayed];
    const isDecided = settings.length <= FINALISTS && delayed.length === 0;
    const next = settings.length * rounds.visitSeconds(1, SEARCH_SECONDS);
    if (isDecided || round >= MOST_SEARCH_ROUNDS || rounds.now() + next > ends) return stay;
  }
}

/** Every setting but those with longer delays than the shortest. */
function undelayed(axes: Axes): Setting[] {
  return settingsOf({ ...axes, queueDelayMilliseconds: axes.queueDelayMilliseconds.slice(0, 1) });
}

/** The best batches with every other delay. */
function delaysOf(standings: readonly Standing[], all: readonly Setting[]): Setting[] {
  const best = standings.find(({ setting }) => hasBatches(setting))?.setting;
  if (best === undefined) return [];
  const { queueDelayMilliseconds } = best;
  return all.filter((one) => areSame({ ...one, queueDelayMilliseconds }, best) && !areSame(one, best));
}
