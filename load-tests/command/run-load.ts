import { DEFAULT_MODEL } from '../../model-repository/find-model.ts';
import { openRequestSource, type RequestSource } from '../../model-repository/request-source.ts';
import { demandedAccuracy } from '../client/judged-samples.ts';
import type { LoadOptions } from '../options/options.ts';
import { type Scenario, scenarios } from '../options/scenarios.ts';
import { type Baseline, baselinesOf, readBaseline } from '../report/baseline/baseline.ts';
import type { LoadReport, Provenance } from '../report/load-report.ts';
import { toMarkdown } from '../report/markdown.ts';
import { withBaselines } from '../report/report.ts';
import { runPeak } from '../run/peak.ts';
import { describeLoad, fitting, planRun, readScript, requireFit } from '../run/plan.ts';
import { runScenario } from '../run/run-scenario.ts';
import { rulesOf } from './judge-recorded.ts';
import { makeReportFolder, passed, writeReport } from './outputs.ts';
import { stoppable } from './stop.ts';
import { modelAt, withTarget } from './target.ts';

type RunOptions = Extract<LoadOptions, { command: 'run' }>;

/** Rules that the command line and the model may change. */
const DEFAULTS = { quantile: 0.99, confidence: 0.99 };

/** Inputs that all scenarios of a command share. */
interface Shared {
  options: RunOptions;
  model: RequestSource;
  baselines: readonly Baseline[];
  provenance: Provenance;
  signal: AbortSignal;
}

/**
 * Runs the scenarios of the command line.
 * @param provenance the commit, the machine and the command line, for the reports
 * @returns true if everything passed
 */
export async function runLoad(options: RunOptions, provenance: Provenance): Promise<boolean> {
  const { source, where } = options;
  const served = source.model === undefined && 'target' in where ? await modelAt(where.target) : undefined;
  const model = await openRequestSource({ ...source, model: source.model ?? served ?? DEFAULT_MODEL });
  const baselines = options.outputs.baselines.map(readBaseline);
  return stoppable(async (signal) => {
    const shared = { options, model, baselines, provenance, signal };
    if (options.scenario !== 'all') return passed(await runOne(options.scenario, shared));
    return runAll(shared);
  });
}

async function runAll(shared: Shared): Promise<boolean> {
  const { signal } = shared;
  const reports: LoadReport[] = [];
  const everyScenario = Object.keys(scenarios) as Scenario[];
  for (const scenario of everyScenario) {
    if (signal.aborted) break;
    process.stderr.write(`${everyScenario.indexOf(scenario) + 1} of ${everyScenario.length}: ${scenario}\n`);
    try {
      reports.push(await runOne(scenario, shared));
    } catch (error) {
      // Stopped before this scenario began; the verdicts of earlier ones still count.
      if (error !== signal.reason || reports.length === 0) throw error;
    }
  }
  const verdicts = reports.map(({ scenario, verdict }) => `${verdict.outcome}: ${scenario}\n`);
  process.stdout.write(`\n${verdicts.join('')}`);
  return reports.length === everyScenario.length && reports.every(passed);
}

async function runOne(scenario: Scenario, shared: Shared): Promise<LoadReport> {
  const { options, model, provenance, signal } = shared;
  const { directory: folder, manifest, client, samples } = model;
  const { where, outputs } = options;
  const script = readScript(scenario);
  // `all` ignores options that do not fit a scenario, instead of refusing them.
  const amount = options.scenario === 'all' ? fitting(scenario, script, options.amount) : options.amount;
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
  const load = describeLoad(scenario, planRun(script, amount, rules));
  const baselines = baselinesOf(options.scenario, shared.baselines, { ...facts, scenario, load, rules });
  return withTarget(where, model, async (service) => {
    const directory = makeReportFolder(outputs.reports, scenario);
    const source = { ...options.source, model: folder, contract: client.contract };
    const known = { ...facts, baselines };
    const run = { scenario, service, amount, rules, source, directory, signal, facts: known };
    const judged = await (scenario === 'peak' ? runPeak(run) : runScenario(run));
    const report = withBaselines(judged.report, baselines);
    writeReport(directory, report, toMarkdown(report));
    return report;
  });
}
