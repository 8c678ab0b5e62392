/**
 * What a run has come to. PASS: the objective holds, with the required confidence. FAIL: the service missed it. NOT PROVEN:
 * too few samples to tell with that confidence. INVALID: the load generator was late, made another load than required, or was
 * itself the limit, so that the run tells nothing of the service.
 */
export type Outcome = 'PASS' | 'FAIL' | 'NOT PROVEN' | 'INVALID';

/** What one check found: the last two are no fault of the service. */
export type Finding = 'passed' | 'failed' | 'unproven' | 'invalid';

/** One thing that was looked at. */
export interface Check {
  name: string;
  finding: Finding;
  detail: string;
}

/** A check that the service has passed, or failed. */
export function checkThat(name: string, holds: boolean, detail: string): Check {
  return { name, finding: holds ? 'passed' : 'failed', detail };
}

/**
 * Sums up checks. What is the service's fault weighs most, since a check that fails only for the generator is not `failed` but
 * `invalid`; after that, a run that tells nothing is not waiting for more samples.
 */
export function conclude(checks: readonly Check[]): Outcome {
  const found = new Set(checks.map(({ finding }) => finding));
  if (found.has('failed')) return 'FAIL';
  if (found.has('invalid')) return 'INVALID';
  return found.has('unproven') ? 'NOT PROVEN' : 'PASS';
}
