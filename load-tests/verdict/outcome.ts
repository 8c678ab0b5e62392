/**
 * Outcome of a run. PASS: the objective is met with the required confidence, and every other check holds. FAIL: the objective is
 * missed with this confidence, or another check fails. NOT PROVEN: there are too few samples for this confidence. INVALID: the
 * load generator was late, sent another load than planned, or was itself the limit, so the run says nothing about the service.
 */
export type Outcome = 'PASS' | 'FAIL' | 'NOT PROVEN' | 'INVALID';

/** Result of one check. Only `failed` is certainly the service's fault. */
export type Finding = 'passed' | 'failed' | 'unproven' | 'invalid';

export interface Check {
  name: string;
  finding: Finding;
  detail: string;
}

/** A check that passes or fails. */
export function checkThat(name: string, holds: boolean, detail: string): Check {
  return { name, finding: holds ? 'passed' : 'failed', detail };
}

/**
 * Combines checks. `failed` decides first, because failures that the generator may have caused are `invalid` instead. `invalid`
 * decides before `unproven`, because more samples would not help an invalid run.
 */
export function conclude(checks: readonly Check[]): Outcome {
  const found = new Set(checks.map(({ finding }) => finding));
  if (found.has('failed')) return 'FAIL';
  if (found.has('invalid')) return 'INVALID';
  return found.has('unproven') ? 'NOT PROVEN' : 'PASS';
}
