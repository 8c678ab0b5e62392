import { type Alternative, type Comparison, judge } from './alternative.ts';
import { bill } from './bill.ts';
import { outcomeOf, type Play, playOnLambda } from './outcome.ts';
import { environmentsByFormula } from './sizing.ts';
import { type Configuration, type Load, offeredErlangs } from './workload.ts';

/** Lambda with a change to the configuration; provisioned as the formula says, unless a number is given. */
export function onLambda(
  comparison: Comparison,
  name: string,
  change: Partial<Configuration>,
  isProvisioned = true,
): Alternative {
  const { promised, play } = comparison;
  const changed = { ...comparison.configuration, ...change };
  const formula = (load: Load) => environmentsByFormula(load, changed.cache);
  // A given size is for the given rate; at other rates it grows and shrinks as the formula does.
  const surplus = changed.provisioned > 0 ? changed.provisioned - formula(comparison.load) : 0;
  const playAt = (load: Load, played: Play) => {
    const provisioned = isProvisioned ? Math.max(1, formula(load) + surplus) : 0;
    const configuration = { ...changed, provisioned };
    const tally = playOnLambda(load, configuration, promised, played);
    const { dollars } = bill({ ...comparison, load, configuration, outcome: outcomeOf(tally) });
    return judge(dollars, tally, promised, `${provisioned} provisioned`);
  };
  return {
    name,
    isServerless: true,
    costAt: (ratePerSecond) => {
      const load = { ...comparison.load, ratePerSecond };
      const before = warmUp(load, changed.cache);
      return playAt(load, { ...play, questions: before + CURVE_QUESTIONS, warmUp: before });
    },
    assess: () => playAt(comparison.load, play),
  };
}

/** Questions counted for one point of a curve. */
const CURVE_QUESTIONS = 2_000;

/** Questions before that, until about as many environments are warm as the load ever needs at once. */
function warmUp(load: Load, cache: boolean): number {
  return Math.ceil(500 + 20 * (offeredErlangs(load, cache) + load.burst));
}
