import { Random } from '../simulation/random.ts';
import type { SimulationInput } from '../simulation/simulation.ts';
import { judgeTrial, lambdaInput, type Objective, queueInput, type Trial } from '../simulation/trial.ts';
import type { Verdict } from '../simulation/verdict.ts';
import type { Configuration, Load } from '../workload/workload.ts';

/** Largest number of requests in the simulation that gives the spill-over for every number of environments. */
const SPILL_REQUESTS = 200_000;

/** Servers of one kind behind one queue. */
export interface Servers {
  readonly count: number;
  /** Duration of a request as a multiple of its duration in the function. */
  readonly slowdown: number;
  readonly cache: boolean;
}

/** Caches the simulations of one objective. Configurations whose only difference is the bill share a simulation. */
export class Simulator {
  readonly objective: Objective;
  readonly trial: Trial;
  readonly #simulated: () => void;
  readonly #verdicts = new Map<string, Verdict>();
  readonly #spilled = new Map<string, Float64Array>();

  /** @param simulated is called after each simulation that gives a verdict */
  constructor(objective: Objective, trial: Trial, simulated: () => void = () => {}) {
    this.objective = objective;
    this.trial = trial;
    this.#simulated = simulated;
  }

  onLambda(load: Load, configuration: Configuration): Verdict {
    return this.#judge(lambdaInput(load, configuration, this.objective, this.trial), load);
  }

  onServers(load: Load, { count, slowdown, cache }: Servers): Verdict {
    const input = queueInput(load, count, slowdown, cache, this.objective, this.trial);
    return this.#judge(input, load, slowdown);
  }

  /** The share of requests that spill over, by the number of provisioned environments. */
  spilled(load: Load, configuration: Configuration): Float64Array {
    const input = lambdaInput(load, configuration, this.objective, this.trial);
    const key = keyOf(input, load, 1);
    const known = this.#spilled.get(key) ?? spillOver(input, Math.min(SPILL_REQUESTS, this.trial.requests));
    this.#spilled.set(key, known);
    return known;
  }

  /** Latency in milliseconds at the objective's quantile. */
  latency({ shares }: Verdict): number {
    return shares.latencies.quantile(1 - this.objective.lateShare);
  }

  /** Share of the responses that would be late even if no request had to wait. */
  unavoidablyLate(load: Load, { slowdown, cache }: Omit<Servers, 'count'>): number {
    const { fresh, cached, repeatShare } = queueInput(load, 1, slowdown, cache, this.objective, this.trial);
    const inTime = this.objective.milliseconds - this.objective.network;
    return cached === undefined
      ? fresh.above(inTime)
      : (1 - repeatShare) * fresh.above(inTime) + repeatShare * cached.above(inTime);
  }

  #judge(input: SimulationInput, load: Load, slowdown = 1): Verdict {
    const key = keyOf(input, load, slowdown);
    const known = this.#verdicts.get(key);
    if (known !== undefined) return known;
    const verdict = judgeTrial(input, this.objective, this.trial);
    this.#verdicts.set(key, verdict);
    this.#simulated();
    return verdict;
  }
}

function keyOf(input: SimulationInput, { fresh, cached }: Load, slowdown: number): string {
  const { environments, overflow, ratePerSecond, burst, repeatShare, coldStart } = input;
  const durations = [fresh, input.cached && cached, slowdown];
  return JSON.stringify([environments, overflow, ratePerSecond, burst, repeatShare, coldStart, durations]);
}

/**
 * One simulation gives the share of requests that spill over, for every number of provisioned environments from zero on.
 * Each request takes the first free environment in a fixed order, so the environments after the first n do not affect
 * the first n.
 */
function spillOver(input: SimulationInput, requests: number): Float64Array {
  const { burst, ratePerSecond, fresh, cached, repeatShare, seed } = input;
  const random = new Random(seed);
  const freeAt: number[] = [];
  const served: number[] = [];
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
    served[index] = (served[index] ?? 0) + 1;
  }
  const shares = new Float64Array(served.length + 1);
  let left = requests;
  for (let environments = 0; environments < shares.length; environments += 1) {
    shares[environments] = left / requests;
    left -= served[environments] ?? 0;
  }
  return shares;
}
