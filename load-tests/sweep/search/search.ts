/** The way of a sweep: rounds over all settings with a middle number of clients, then rounds over the best with all numbers. */
import { SETTLE_SECONDS } from '../measure/visit.ts';
import { type Axes, settingsOf } from '../options/axes.ts';
import { areSame, hasBatches, includes, type Setting } from '../setting.ts';
import { type Found, guessedVisitSeconds, Rounds, type SearchTools } from './rounds.ts';
import {
  chooseFinalists,
  FINALISTS,
  fallenBehind,
  LEAST_FINALISTS,
  type Standing,
  standingsOf,
} from './shortlist.ts';

/** Of the whole time, so much may be spent on finding the best. */
const SEARCH_SHARE = 0.5;
const MOST_SEARCH_ROUNDS = 3;
/** One round says nothing of the spread. */
const LEAST_ROUNDS = 2;
/** As many are aimed at by shortening what each number of clients gets. */
const AIMED_ROUNDS = 3;
/** What each number of clients gets. */
const SEARCH_SECONDS = 2;
const SHORTEST_SECONDS = 1;
const LONGEST_SECONDS = 5;

/** The number of clients for the first comparison: all environments are busy, few questions wait. */
export function middleClients(clients: readonly number[]): number {
  const most = clients.at(-1)!;
  return clients.findLast((number) => number * 4 <= most) ?? clients[0]!;
}

/** The least that a sweep of these axes takes, as far as one knows before. */
export function shortestSeconds(axes: Axes): number {
  const settings = settingsOf(axes).length;
  const isSearched = settings > FINALISTS;
  const finalists = isSearched ? LEAST_FINALISTS : settings;
  const finals = LEAST_ROUNDS * finalists * guessedVisitSeconds(axes.clients.length, SHORTEST_SECONDS);
  return finals + (isSearched ? undelayed(axes).length * guessedVisitSeconds(1, SEARCH_SECONDS) : 0);
}

/** @param seconds that it should take @throws what a visit throws */
export async function search(axes: Axes, seconds: number, tools: SearchTools, found: Found): Promise<void> {
  const began = tools.now();
  const rounds = new Rounds(tools, found, began + seconds);
  const all = settingsOf(axes);
  const finalists =
    all.length > FINALISTS ? await chooseAmong(axes, all, rounds, began + SEARCH_SHARE * seconds) : all;
  await measure(axes.clients, finalists, rounds);
}

/** As many of the best as there is time for. */
async function chooseAmong(
  axes: Axes,
  all: readonly Setting[],
  rounds: Rounds,
  ends: number,
): Promise<Setting[]> {
  const standings = await shortlist(axes, all, rounds, ends);
  const round = AIMED_ROUNDS * rounds.visitSeconds(axes.clients.length, SHORTEST_SECONDS);
  const fits = Math.floor((rounds.ends - rounds.now()) / round);
  return chooseFinalists(standings, all, Math.min(FINALISTS, Math.max(LEAST_FINALISTS, fits)));
}

/** Round after round with all numbers of clients, as long as there is time. */
async function measure(
  clients: readonly number[],
  finalists: readonly Setting[],
  rounds: Rounds,
): Promise<void> {
  const visit = (rounds.ends - rounds.now()) / (AIMED_ROUNDS * finalists.length);
  const aimed = (visit - rounds.visitSeconds(0, 0)) / clients.length - SETTLE_SECONDS;
  const seconds = Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, aimed));
  let settings = [...finalists];
  for (let round = 1; ; round++) {
    const started = rounds.now();
    const left = Math.max(0, LEAST_ROUNDS - round);
    const after = () => left * settings.length * rounds.visitSeconds(clients.length, seconds);
    settings = await rounds.make({ phase: 'final', round, settings, clients, seconds, after });
    const lasted = rounds.now() - started;
    if (round >= LEAST_ROUNDS && rounds.now() + lasted > rounds.ends) return;
  }
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
  const after = () =>
    LEAST_ROUNDS * LEAST_FINALISTS * rounds.visitSeconds(axes.clients.length, SHORTEST_SECONDS);
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
