/**
 * The phases of a sweep. If there are more than three settings, the search measures them with a middle number of clients, and
 * keeps up to three. The curves measure these with more and more clients, and the duel measures two or three of them in turns.
 */
import { mean } from '../verdict/statistics.ts';
import { fastestFirst, fastestOfSettings, type Objective, rowsOf } from './findings.ts';
import type { Found, Visit } from './measurements.ts';
import { type Axes, bySimplicity, hasBatches, keyOf, type Setting, settingsOf } from './setting.ts';
import { NoBatches, SETTLE_SECONDS, type VisitPlan, WARM_UP_SECONDS } from './visit.ts';

/** The search and the curves end at these shares of the time. The rest is for the duel. */
const SEARCH_SHARE = 0.25;
const CURVES_SHARE = 0.5;
/** After each round, the search drops settings with less than this share of the best throughput, except the finalists. */
const LEAST_SHARE = 0.8;
const SEARCH_SECONDS = 2;
/** Shortest and longest time for each number of clients in the curves. */
const [CURVE_LEAST_SECONDS, CURVE_MOST_SECONDS] = [1, 3];
/** Number of settings that the search selects: the best with batches, the same without batches, and the best without batches. */
const FINALISTS = 3;
/** Turns of each setting in a round of the duel: two with each of two numbers of clients, or four with one number. */
const TURNS = 4;
const TURN_SECONDS = 1.5;
/**
 * The duel prefers numbers of clients with a p99 of at most this share of the limit, because with more clients a slower moment
 * would miss the objective.
 */
const HEADROOM = 0.8;
/** Two rounds are too few, because a spread estimated from two values is often far from the true one. */
const LEAST_DUEL_ROUNDS = 3;
/** Seconds to start and stop a service, assumed until a service has been measured. */
const GUESSED_START_SECONDS = 1.5;

interface SearchTools {
  visit(plan: VisitPlan): Promise<Visit[]>;
  /** Seconds by any clock. */
  now(): number;
}

/** Number of clients for the search. It keeps all workers busy while few requests wait. */
export function middleClients(clients: readonly number[]): number {
  const most = clients.at(-1)!;
  return clients.findLast((number) => number * 4 <= most) ?? clients[0]!;
}

/**
 * Fills `found` step by step, so that the sweep can be stopped at any time. @param seconds of the whole sweep
 * @throws errors of a visit
 */
export async function search(
  axes: Axes,
  seconds: number,
  objective: Objective,
  tools: SearchTools,
  found: Found,
): Promise<void> {
  const began = tools.now();
  const rounds = new Rounds(tools, found);
  const settings = await shortlist(axes, objective, rounds, began + SEARCH_SHARE * seconds);
  await measureCurves(axes, settings, rounds, began + CURVES_SHARE * seconds);
  await duel(rounds, objective, began + seconds);
}

/**
 * Compares all settings in rounds, and drops those far behind. @returns the finalists, simplest first; if there are at most
 * `FINALISTS` settings, all of them
 */
async function shortlist(axes: Axes, objective: Objective, rounds: Rounds, ends: number): Promise<Setting[]> {
  const plan = { phase: 'search', clients: [middleClients(axes.clients)], turns: 1 } as const;
  let settings = settingsOf(axes);
  if (settings.length <= FINALISTS) return settings;
  for (let round = 1; ; round++) {
    const started = rounds.now();
    await rounds.make({ ...plan, round, seconds: SEARCH_SECONDS, settings });
    const ranked = fastestFirst(rowsOf({ ...objective, visits: rounds.found.visits }, 'search'));
    const finalists = finalistsOf(ranked.map(({ setting }) => setting));
    const least = LEAST_SHARE * (ranked[0]?.rate ?? 0);
    const near = ranked.filter(({ rate }) => rate >= least).map(({ setting }) => setting);
    settings = distinct([...near, ...finalists]).filter((setting) => rounds.isPossible(setting));
    const lasted = rounds.now() - started;
    if (settings.length <= FINALISTS || rounds.now() + lasted > ends) return finalists.sort(bySimplicity);
  }
}

/**
 * The best setting without batches, the best with batches, and the twin of the latter (see {@link twinOf}). If one of the three
 * is missing or equals another, the next best replaces it. @param ranked fastest first @param most number of settings to return
 */
function finalistsOf(ranked: readonly Setting[], most = FINALISTS): Setting[] {
  const batched = ranked.find(hasBatches);
  const single = ranked.find((setting) => !hasBatches(setting));
  const first = [single, batched].filter((setting) => setting !== undefined);
  return distinct([...first, ...twinOf(ranked), ...ranked]).slice(0, most);
}

/** The twin of the best setting with batches is the same setting without batches. Empty if the twin was not measured. */
function twinOf(ranked: readonly Setting[]): Setting[] {
  const batched = ranked.find(hasBatches);
  return ranked.filter((setting) => batched && keyOf(setting) === keyOf({ ...batched, batch: 1 }));
}

function distinct(settings: readonly Setting[]): Setting[] {
  return [...new Map(settings.map((setting) => [keyOf(setting), setting])).values()];
}

/** Measures each setting in one round, with more and more clients. The curve of a hopeless setting ends early (see visit.ts). */
async function measureCurves(axes: Axes, settings: Setting[], rounds: Rounds, ends: number): Promise<void> {
  const { clients } = axes;
  const each = (ends - rounds.now()) / settings.length - rounds.startSeconds;
  const fitting = each / clients.length - SETTLE_SECONDS;
  const seconds = Math.min(CURVE_MOST_SECONDS, Math.max(CURVE_LEAST_SECONDS, fitting));
  await rounds.make({ phase: 'curves', round: 1, settings, clients, turns: 1, seconds });
}

/**
 * Repeats rounds until the time is over, at least three, but none if fewer than two settings met the objective. Each round
 * compares the best setting with batches and the best without batches, or else the best two settings. Each setting is measured
 * with the numbers of clients with which these two are fastest (see `HEADROOM`), because too few clients would slow it down. The
 * twin of the best setting with batches takes part, too, because the curves choose the best setting without batches partly by
 * chance, and batches would look too good if that setting were slow.
 */
async function duel(rounds: Rounds, objective: Objective, ends: number): Promise<void> {
  const rows = rowsOf({ ...objective, visits: rounds.found.visits }, 'curves');
  const ranked = fastestOfSettings(rows).map(({ setting }) => setting);
  const pair = finalistsOf(ranked, 2);
  if (pair.length < 2) return;
  const settings = distinct([...pair, ...twinOf(ranked)]).sort(bySimplicity);
  const best = pair.map((setting) => {
    const own = rows.filter((row) => keyOf(row.setting) === keyOf(setting));
    const calm = own.filter(({ p99 }) => p99 !== null && p99 <= HEADROOM * objective.limitMilliseconds);
    return fastestOfSettings(calm)[0] ?? fastestOfSettings(own)[0]!;
  });
  const clients = [...new Set(best.map((row) => row.clients))];
  const plan = { phase: 'duel', clients, turns: TURNS / clients.length, seconds: TURN_SECONDS } as const;
  for (let round = 1; ; round++) {
    const started = rounds.now();
    await rounds.side({ ...plan, round, settings: round % 2 === 1 ? settings : settings.toReversed() });
    const lasted = rounds.now() - started;
    if (round >= LEAST_DUEL_ROUNDS && rounds.now() + lasted > ends) return;
  }
}

/** Makes rounds, and measures how long services take to start. */
class Rounds {
  readonly found: Found;
  readonly #tools: SearchTools;
  readonly #starts: number[] = [];

  constructor(tools: SearchTools, found: Found) {
    this.#tools = tools;
    this.found = found;
  }

  now(): number {
    return this.#tools.now();
  }

  /** Mean seconds so far to start, warm up and stop a service; a guess before the first measurement. */
  get startSeconds(): number {
    return this.#starts.length > 0 ? mean(this.#starts) : GUESSED_START_SECONDS + WARM_UP_SECONDS;
  }

  isPossible(setting: Setting): boolean {
    return this.found.noBatches === undefined || !hasBatches(setting);
  }

  /** Visits the settings one after the other, every other round in the opposite order. */
  async make({ settings, ...plan }: VisitPlan): Promise<void> {
    for (const setting of plan.round % 2 === 1 ? settings : settings.toReversed()) {
      if (!this.isPossible(setting)) continue;
      const started = this.now();
      try {
        const [visited] = await this.#tools.visit({ ...plan, settings: [setting] });
        this.found.visits.push(visited!);
        const measured = visited!.points.length * (plan.seconds + SETTLE_SECONDS);
        this.#starts.push(this.now() - started - measured);
      } catch (error) {
        // A model that does not support batches in one setting does not support them in any.
        if (!(error instanceof NoBatches)) throw error;
        this.found.noBatches = error.message;
      }
    }
  }

  /** Visits the settings side by side: all their services run, and one is measured at a time. */
  async side(plan: VisitPlan): Promise<void> {
    this.found.visits.push(...(await this.#tools.visit(plan)));
  }
}
