import { bill } from '../bill/bill.ts';
import { plan } from '../plan/plan.ts';
import { outcomeOf } from '../simulation/trial.ts';
import type { Configuration } from '../workload/workload.ts';
import type { Alternative } from './alternative.ts';

/** Lambda with a changed configuration: the cheapest plan that meets the objective, or else the candidate of lowest latency. */
export function plannedLambda(name: string, change: Partial<Configuration>): Alternative {
  return {
    name,
    assess: (comparison) => {
      const configuration = { ...comparison.configuration, ...change };
      const { cheapest, candidates } = plan({ ...comparison, configuration });
      const best =
        cheapest ?? candidates.reduce((one, other) => (one.latency <= other.latency ? one : other));
      const { provisioned } = best.configuration;
      return {
        dollars: best.bill.dollars,
        count: provisioned,
        verdict: best.verdict,
        latency: best.latency,
        remark: `${provisioned} provisioned`,
      };
    },
  };
}

export function onDemandLambda(name: string): Alternative {
  return {
    name,
    assess: (comparison) => {
      const configuration = { ...comparison.configuration, provisioned: 0 };
      const verdict = comparison.simulator.onLambda(comparison.load, configuration);
      const { dollars } = bill({ ...comparison, configuration, outcome: outcomeOf(verdict) });
      const latency = comparison.simulator.latency(verdict);
      return {
        dollars,
        count: 0,
        verdict,
        latency,
        remark: `${(verdict.shares.cold * 100).toFixed(2)} % cold`,
      };
    },
  };
}
