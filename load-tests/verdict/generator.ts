import type { Evidence } from './evidence.ts';
import type { Check } from './judge.ts';

/** What the load generator was to do, and how it ended. */
export interface GeneratorFacts {
  /** Arrivals it was told to make; undefined where answers set the pace, or the run was cut short. */
  arrivals?: number | undefined;
  /** Exit code of Artillery, whose `ensure` guards the run too; undefined when it was cut short. */
  artilleryExit?: number | undefined;
  /** What was found out about it before, where records are judged again. */
  recorded?: Check[] | undefined;
}

/** Names of the checks of a load generator. */
export const GENERATOR_CHECKS = ['load made', "Artillery's ensure"] as const;

const [LOAD_MADE, ENSURE] = GENERATOR_CHECKS;

/** Share of the arrivals that may be missing besides what chance explains. */
const TOLERANCE = 0.03;

/** Looks at the load generator itself: a load that was never made proves nothing about a service. */
export function judgeGenerator(evidence: Evidence, facts: GeneratorFacts): Check[] {
  const { arrivals, artilleryExit, recorded = [] } = facts;
  const checks = [...recorded];
  if (arrivals !== undefined) {
    const made = evidence.exchanges.length + evidence.abuse.length;
    // Three standard deviations of a Poisson process.
    const least = arrivals * (1 - TOLERANCE) - 3 * Math.sqrt(arrivals);
    checks.push({ name: LOAD_MADE, passed: made >= least, detail: `${made} of ${arrivals} arrivals` });
  }
  if (artilleryExit !== undefined) {
    const passed = artilleryExit === 0;
    const detail = passed ? 'kept' : `broken (exit code ${artilleryExit}; see artillery.log)`;
    checks.push({ name: ENSURE, passed, detail });
  }
  return checks;
}
