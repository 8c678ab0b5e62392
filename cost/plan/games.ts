import { judgePlay, lambdaInput, type Objective, type Play, queueInput } from '../simulation/play.ts';
import { Random } from '../simulation/random.ts';
import type { SimulationInput } from '../simulation/simulation.ts';
import type { Verdict } from '../simulation/verdict.ts';
import type { Configuration, Load } from '../workload/workload.ts';

/** Requests from which the spill-over of every number of environments is read. */
const SPILL_REQUESTS = 200_000;

/** Servers that queue, all of one kind. */
export interface Servers {
  readonly count: number;
  /** How many times as long as the function one takes for a request. */
  readonly slowdown: number;
  readonly cache: boolean;
}

/** Every play of one objective, none of them twice: what only the bill tells apart plays alike. */
export class Games {
  readonly objective: Objective;
  readonly play: Play;
  readonly #verdicts = new Map<string, Verdict>();
  readonly #spilled = new Map<string, Float64Array>();

  constructor(objective: Objective, play: Play) {
    this.objective = objective;
    this.play = play;
  }

  onLambda(load: Load, configuration: Configuration): Verdict {
    return this.#judge(lambdaInput(load, configuration, this.objective, this.play), load);
  }

  onServers(load: Load, { count, slowdown, cache }: Servers): Verdict {
    const input = queueInput(load, count, slowdown, cache, this.objective, this.play);
    return this.#judge(input, load, slowdown);
  }

  /** The share that spills over, by the number of provisioned environments. */
  spilled(load: Load, configuration: Configuration): Float64Array {
    const input = lambdaInput(load, configuration, this.objective, this.play);
    const key = keyOf(input, load, 1);
    const known = this.#spilled.get(key) ?? spillOver(input, Math.min(SPILL_REQUESTS, this.play.requests));
    this.#spilled.set(key, known);
    return known;
  }

  /** Share of the responses that are late even if none has to wait. */
  unavoidablyLate(load: Load, { slowdown, cache }: Omit<Servers, 'count'>): number {
    const { fresh, cached, repeatShare } = queueInput(load, 1, slowdown, cache, this.objective, this.play);
    const inTime = this.objective.milliseconds - this.objective.network;
    return cached === undefined
      ? fresh.above(inTime)
      : (1 - repeatShare) * fresh.above(inTime) + repeatShare * cached.above(inTime);
  }

  #judge(input: SimulationInput, load: Load, slowdown = 1): Verdict {
    const key = keyOf(input, load, slowdown);
    const verdict = this.#verdicts.get(key) ?? judgePlay(input, this.objective, this.play);
    this.#verdicts.set(key, verdict);
    return verdict;
  }
}

function keyOf(input: SimulationInput, { fresh, cached }: Load, slowdown: number): string {
  const { environments, overflow, ratePerSecond, burst, repeatShare, coldStart } = input;
  const durations = [fresh, input.cached && cached, slowdown];
  return JSON.stringify([environments, overflow, ratePerSecond, burst, repeatShare, coldStart, durations]);
}

/**
 * Which share of the requests spills over, for every number of provisioned environments from none on, out of one
 * play: each request takes the first environment in a fixed order that is free, so that what the first n do
 * hangs on nothing behind them.
 */
function spillOver(input: SimulationInput, requests: number): Float64Array {
  const { burst, ratePerSecond, fresh, cached, repeatShare, seed } = input;
  const random = new Random(seed);
  const freeAt: number[] = [];
  const taken: number[] = [];
  const gap = (burst / ratePerSecond) * 1000;
  let now = 0;
  for (let request = 0; request < requests; request += 1) {
    if (request % burst === 0) {
      now += random.exponential(gap);
    }
    const service = cached !== undefined && random.next() < repeatShare ? cached : fresh;
    let index = 0;
    while ((freeAt[index] ?? 0) > now) {
      index += 1;
    }
    freeAt[index] = now + service.draw(random);
    taken[index] = (taken[index] ?? 0) + 1;
  }
  const shares = new Float64Array(taken.length + 1);
  let left = requests;
  for (let environments = 0; environments < shares.length; environments += 1) {
    shares[environments] = left / requests;
    left -= taken[environments] ?? 0;
  }
  return shares;
}
