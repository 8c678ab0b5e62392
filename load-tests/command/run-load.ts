import { DEFAULT_MODEL } from '../../model-repository/find-model.ts';
import { openRequestSource } from '../../model-repository/request-source.ts';
import { demandedAccuracy } from '../client/judged-samples.ts';
import type { LoadOptions } from '../options/options.ts';
import type { Provenance } from '../report/load-report.ts';
import { toMarkdown } from '../report/markdown.ts';
import { runPeak } from '../run/peak.ts';
import { readScript, requireFit } from '../run/plan.ts';
import { runScenario } from '../run/run-scenario.ts';
import { rulesOf } from './judge-recorded.ts';
import { makeReportFolder, passed, writeReport } from './outputs.ts';
import { stoppable } from './stop.ts';
import { modelAt, withTarget } from './target.ts';

/** Defaults of the rules that no model sets. */
const DEFAULTS = { quantile: 0.99, confidence: 0.99 };

/**
 * Runs the scenario of the command line.
 * @param provenance the commit, the machine and the command line, for the report
 * @returns true if the run passed
 */
export async function runLoad(
  options: Extract<LoadOptions, { command: 'run' }>,
  provenance: Provenance,
): Promise<boolean> {
  const { scenario, amount, where, reports } = options;
  const served =
    options.source.model === undefined && 'target' in where ? await modelAt(where.target) : undefined;
  const chosen = options.source.model ?? served ?? DEFAULT_MODEL;
  const model = await openRequestSource({ ...options.source, model: chosen });
  const { directory: folder, manifest, client, samples } = model;
  const script = readScript(scenario);
  requireFit(scenario, script, amount);
  const rules = rulesOf(options.demands, {
    ...DEFAULTS,
    limitMilliseconds: manifest.deadlineMilliseconds,
    accuracy: demandedAccuracy(samples, manifest.samplesRight),
  });
  const facts = {
    model: manifest.model,
    contract: client.contract,
    workers: 'local' in where ? where.local.workers : undefined,
    ...provenance,
  };
  return stoppable((signal) =>
    withTarget(where, model, async (service) => {
      const directory = makeReportFolder(reports, scenario);
      const source = { ...options.source, model: folder, contract: client.contract };
      const run = { scenario, service, amount, rules, source, directory, signal, facts };
      const { report } = await (scenario === 'peak' ? runPeak(run) : runScenario(run));
      writeReport(directory, report, toMarkdown(report));
      return passed(report);
    }),
  );
}
