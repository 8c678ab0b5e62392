import { Random } from '../simulation/random.ts';
import type { SimulationInput } from '../simulation/simulation.ts';

/**
 * Which share of the requests spills over, for every number of provisioned environments from none on, out of one
 * play: each request takes the first environment in a fixed order that is free, so that what the first n do
 * hangs on nothing behind them.
 */
export function spillOver(input: SimulationInput, questions: number): Float64Array {
  const { burst, ratePerSecond, fresh, cached, repeatShare, seed } = input;
  const random = new Random(seed);
  const freeAt: number[] = [];
  const taken: number[] = [];
  const gap = (burst / ratePerSecond) * 1000;
  let now = 0;
  for (let question = 0; question < questions; question += 1) {
    if (question % burst === 0) {
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
  let left = questions;
  for (let environments = 0; environments < shares.length; environments += 1) {
    shares[environments] = left / questions;
    left -= taken[environments] ?? 0;
  }
  return shares;
}
