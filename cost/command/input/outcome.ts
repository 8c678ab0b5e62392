import { amount } from '../../report/format.ts';
import { judgeTrial, lambdaInput, type Objective, outcomeOf, type Trial } from '../../simulation/trial.ts';
import type { Verdict } from '../../simulation/verdict.ts';
import { DEFAULT_LOAD } from '../../workload/defaults.ts';
import type { Outcome } from '../../workload/workload.ts';
import { assumptions } from '../printed.ts';
import type { ServiceModel } from './models.ts';

/** The rates of a load run and a bill count as the same if they differ by at most this share. */
const SAME_RATE = 0.05;

export interface KnownOutcome extends Outcome {
  readonly origin: string;
  /** Assumptions behind the outcome, in words. */
  readonly notes: readonly string[];
}

/** The on-demand and cold shares: zero on Managed Instances; else those of the load run if `isMeasured`; else simulated. */
export function findOutcome(model: ServiceModel, objective: Objective, trial: Trial): KnownOutcome {
  const { managed, run, configuration } = model;
  if (managed) {
    return { onDemandShare: 0, coldShare: 0, origin: 'Managed Instances have neither', notes: managed.notes };
  }
  if (run && isMeasured(model)) {
    // The report has no other count of spill-over than the requests that started cold.
    const { coldStartShare } = run;
    const onDemandShare = configuration.provisioned === 0 ? 1 : coldStartShare;
    return { onDemandShare, coldShare: coldStartShare, origin: 'from the load run', notes: [] };
  }
  return simulateHours(model, objective, trial);
}

function isMeasured({ run, load, configuration, period }: ServiceModel): boolean {
  return (
    run !== undefined &&
    load.fresh === run.fresh &&
    load.cached === run.cached &&
    load.repeatShare === run.repeatShare &&
    load.burst === DEFAULT_LOAD.burst &&
    Math.abs(load.ratePerSecond / run.ratePerSecond - 1) <= SAME_RATE &&
    configuration.provisioned === (run.workers ?? configuration.provisioned) &&
    period.provisionedHours >= period.activeHours
  );
}

/** Simulates warm hours and idle hours separately, each with its own number of provisioned environments. */
function simulateHours(
  { load, configuration, period }: ServiceModel,
  objective: Objective,
  trial: Trial,
): KnownOutcome {
  const on = (provisioned: number) =>
    judgeTrial(lambdaInput(load, { ...configuration, provisioned }, objective, trial), objective, trial);
  const { provisioned, idleProvisioned } = configuration;
  const { provisionedHours, activeHours } = period;
  const idleShare = Math.max(0, 1 - provisionedHours / activeHours);
  const parts = [
    { weight: 1 - idleShare, verdict: on(provisioned) },
    ...(idleShare > 0 ? [{ weight: idleShare, verdict: on(idleProvisioned) }] : []),
  ];
  const total = (figure: (verdict: Verdict) => number) =>
    parts.reduce((sum, { weight, verdict }) => sum + weight * figure(verdict), 0);
  const requests = parts.reduce((sum, { verdict }) => sum + verdict.requests, 0);
  const idle = `Requests arrive in ${amount(activeHours)} h, of which ${amount(provisionedHours)} h are warm. In the other hours, provisioned concurrency is ${idleProvisioned}.`;
  return {
    onDemandShare: total((verdict) => outcomeOf(verdict).onDemandShare),
    coldShare: total((verdict) => outcomeOf(verdict).coldShare),
    origin: `simulated with ${amount(requests)} requests`,
    notes: [...(idleShare > 0 ? [idle] : []), ...assumptions(load, trial)],
  };
}
