import { bill } from '../bill/bill.ts';
import { plan } from '../plan/plan.ts';
import { outcomeOf } from '../simulation/play.ts';
import { type Configuration, type Load, scaled } from '../workload/workload.ts';
import { type Alternative, architectureFactor, type Comparison, promisedLatency } from './alternative.ts';

/** Lambda with a change to the configuration, and as much provisioned as is cheapest for the promise. */
export function plannedLambda(name: string, change: Partial<Configuration>): Alternative {
  return {
    name,
    isServerless: true,
    assess: (comparison) => {
      const { load, configuration } = changed(comparison, change);
      const { games, prices, period } = comparison;
      const input = { load, configuration, period, prices, games };
      const { cheapest, candidates } = plan({ ...input, promised: games.promised, play: games.play });
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

/** Lambda with a change to the configuration, and nothing provisioned. */
export function onDemandLambda(name: string, change: Partial<Configuration>): Alternative {
  return {
    name,
    isServerless: true,
    assess: (comparison) => {
      const { load, configuration } = changed(comparison, { ...change, provisioned: 0 });
      const verdict = comparison.games.onLambda(load, configuration);
      const { dollars } = bill({ ...comparison, load, configuration, outcome: outcomeOf(verdict) });
      const latency = promisedLatency(verdict, comparison);
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

function changed(
  comparison: Comparison,
  change: Partial<Configuration>,
): { load: Load; configuration: Configuration } {
  const configuration = { ...comparison.configuration, ...change };
  const factor = architectureFactor(comparison, configuration.architecture);
  const { load } = comparison;
  const { fresh, cached } = load;
  return { configuration, load: { ...load, fresh: scaled(fresh, factor), cached: scaled(cached, factor) } };
}
