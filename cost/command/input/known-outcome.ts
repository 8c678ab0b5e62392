import { amount } from '../../report/format.ts';
import { judgePlay, lambdaInput, outcomeOf } from '../../simulation/play.ts';
import type { Verdict } from '../../simulation/verdict.ts';
import type { Outcome } from '../../workload/workload.ts';
import { SHARE } from '../command-line/arguments.ts';
import { assumptions } from '../output/assumptions.ts';
import { readPlay } from './inputs.ts';
import type { ServiceTask } from './service-tasks.ts';

/** An outcome and where it comes from. */
export interface KnownOutcome extends Outcome {
  readonly origin: string;
  /** What it takes for granted, one sentence each. */
  readonly notes: readonly string[];
}

/** Given shares first, then those of the load run, then a simulation. */
export function findOutcome(task: ServiceTask): KnownOutcome {
  const { args, run, configuration } = task;
  const given = args.optionalNumber('spill-over', SHARE);
  const cold = args.optionalNumber('cold-share', SHARE);
  const measured = run && configuration.provisioned > 0 ? run.coldStartShare : undefined;
  const onDemand = configuration.provisioned === 0 ? 1 : (given ?? measured);
  const notes = run?.notes ?? [];
  if (onDemand !== undefined && cold !== undefined) {
    return { onDemandShare: onDemand, coldShare: Math.min(cold, onDemand), origin: 'given', notes };
  }
  if (given === 0 && onDemand === 0) {
    return { onDemandShare: 0, coldShare: 0, origin: 'given', notes };
  }
  if (run) {
    // The report counts as spill-over what a cold environment took.
    return { onDemandShare: onDemand ?? 0, coldShare: run.coldStartShare, origin: 'of the load run', notes };
  }
  const simulated = simulateHours(task);
  const onDemandShare = onDemand ?? simulated.onDemandShare;
  return { ...simulated, onDemandShare, coldShare: Math.min(cold ?? simulated.coldShare, onDemandShare) };
}

/** The load on the provisioned environments and, for what arrives in their idle hours, on those kept then. */
function simulateHours({ args, run, load, configuration, period }: ServiceTask): KnownOutcome {
  const { promised, play } = readPlay(args);
  const on = (provisioned: number) =>
    judgePlay(lambdaInput(load, { ...configuration, provisioned }, promised, play), promised, play);
  const idleShare = Math.max(0, 1 - period.provisionedHours / period.activeHours);
  const parts = [
    { weight: 1 - idleShare, verdict: on(configuration.provisioned) },
    ...(idleShare > 0 ? [{ weight: idleShare, verdict: on(configuration.idleProvisioned) }] : []),
  ];
  const total = (figure: (verdict: Verdict) => number) =>
    parts.reduce((sum, { weight, verdict }) => sum + weight * figure(verdict), 0);
  const questions = parts.reduce((sum, { verdict }) => sum + verdict.questions, 0);
  return {
    onDemandShare: total((verdict) => outcomeOf(verdict).onDemandShare),
    coldShare: total((verdict) => outcomeOf(verdict).coldShare),
    origin: `simulated with ${amount(questions)} questions`,
    notes: assumptions(load, play, run),
  };
}
