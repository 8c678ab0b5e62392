/** The duel that ends a sweep: who is in it, with how many clients, and how long it lasts. */
import { bestOfSetting, fastestOfSettings } from '../findings/best.ts';
import { type Promised, rowsOf } from '../findings/rows.ts';
import { areSame, hasBatches, type Setting } from '../setting.ts';
import type { Rounds } from './rounds.ts';
import { chooseFinalists } from './shortlist.ts';

/** The best with batches and the best without. */
const DUELLISTS = 2;
/** Of each setting in a round: there and back again, with two numbers of clients or twice with one. */
const STRETCHES = 4;
const STRETCH_SECONDS = 1.5;
/** Two rounds tell a spread that is far from the true one too often. */
const LEAST_DUEL_ROUNDS = 3;

/** What the shortest duel takes. @param visitSeconds of one setting with so many stretches of so many seconds */
export function leastDuelSeconds(visitSeconds: (stretches: number, seconds: number) => number): number {
  return LEAST_DUEL_ROUNDS * DUELLISTS * visitSeconds(STRETCHES, STRETCH_SECONDS);
}

interface Duellists {
  readonly settings: readonly Setting[];
  readonly clients: readonly number[];
}

/** Round after round as long as there is time. Where one setting alone keeps the promise, there is nothing to decide. */
export async function decide(rounds: Rounds, promised: Promised): Promise<void> {
  const { settings, clients } = chooseDuellists(rounds, promised);
  if (settings.length < DUELLISTS) return;
  const turns = STRETCHES / clients.length;
  for (let round = 1; ; round++) {
    const order = round % 2 === 1 ? settings : settings.toReversed();
    const plan = { round, settings: order, clients, turns, seconds: STRETCH_SECONDS };
    const started = rounds.now();
    await rounds.duel(plan, Math.max(0, LEAST_DUEL_ROUNDS - round) * rounds.duelSeconds(plan));
    const lasted = rounds.now() - started;
    if (round >= LEAST_DUEL_ROUNDS && rounds.now() + lasted > rounds.ends) return;
  }
}

/**
 * The best with batches and the best without, else the best two. Both are asked by as many clients as the best with batches
 * answers most with, and by as many as the best without does: who is asked by fewer than the other is slower for that.
 */
function chooseDuellists({ found }: Rounds, promised: Promised): Duellists {
  const rows = rowsOf({ ...promised, visits: found.visits }, 'curves');
  const fastest = fastestOfSettings(rows);
  const known = fastest.map(({ setting }) => setting);
  const clients = [hasBatches, (setting: Setting) => !hasBatches(setting)].flatMap((isOfKind) => {
    const best = known.find(isOfKind);
    if (best === undefined) return [];
    const own = rows.filter(({ setting }) => areSame(setting, best));
    return bestOfSetting(own, promised.limitMilliseconds).clients;
  });
  return { settings: chooseFinalists(fastest, known, DUELLISTS), clients: [...new Set(clients)] };
}
