/** `npm run load -- sweep` finds the best way to start a model on this machine. */
import { createRequire } from 'node:module';
import { openRequestSource } from '../../model-repository/request-source.ts';
import { fitHelp } from '../../project/fit-columns.ts';
import { UsageError } from '../../project/usage-error.ts';
import { demandedAccuracy } from '../client/judged-samples.ts';
import { makeReportFolder, writeReport } from '../command/outputs.ts';
import { stoppable } from '../command/stop.ts';
import type { Provenance } from '../report/load-report.ts';
import { ProgressLine } from '../run/progress.ts';
import { Generator } from '../waiting-clients/generator.ts';
import { decisiveRows, findBest } from './findings.ts';
import { toMarkdown } from './markdown.ts';
import type { Found, SweepFacts, SweepMeasurements } from './measurements.ts';
import { HELP, readSweepOptions, type SweepOptions } from './options.ts';
import { middleClients, search } from './search.ts';
import { describeSetting } from './setting.ts';
import { type Context, type VisitPlan, visit } from './visit.ts';

/**
 * @param parameters after the word `sweep`
 * @param origin the commit, the machine and the command line, for the reports
 * @returns the exit code
 * @throws {UsageError | ModelError} when an option is wrong, or the model cannot be used
 * @throws {Error} when the sweep is stopped before its first measurement
 */
export async function runSweep(parameters: readonly string[], origin: () => Provenance): Promise<number> {
  const options = readSweepOptions(parameters);
  if (options === 'help') {
    console.log(fitHelp(HELP));
    return 0;
  }
  const { model, contract, samples, axes, quantile } = options;
  const { directory, manifest, client, ...source } = await openRequestSource({ model, contract, samples });
  const onnx = createRequire(import.meta.url)('onnxruntime-node/package.json') as { version: string };
  const facts = {
    model: manifest.model,
    modelArgument: model,
    modelVersion: manifest.version,
    contract: client.contract,
    ...origin(),
    versions: `ONNX Runtime ${onnx.version}, Node ${process.versions.node}`,
    limitMilliseconds: options.limitMilliseconds ?? manifest.deadlineMilliseconds,
    ...{ quantile, axes, samplesRight: demandedAccuracy(source.samples, manifest.samplesRight) },
  };
  return stoppable(async (signal) => {
    const measured = await sweep(facts, directory, options, signal);
    writeReport(makeReportFolder(options.reports, `sweep-${measured.model}`), measured, toMarkdown(measured));
    return !signal.aborted && findBest(decisiveRows(measured)) !== undefined ? 0 : 1;
  });
}

/** @throws {UsageError} if only batches are to be measured and the model forms none; the signal's reason if nothing was measured */
async function sweep(
  facts: Omit<SweepFacts, 'started'>,
  directory: string,
  { minutes, samples }: SweepOptions,
  signal: AbortSignal,
): Promise<SweepMeasurements> {
  const { axes, modelArgument, contract, limitMilliseconds, quantile } = facts;
  const progress = new ProgressLine(facts.model);
  const found: Found = { visits: [] };
  const started = new Date().toISOString();
  const now = () => performance.now() / 1000;
  const began = now();
  const generator = await Generator.start({ model: directory, contract, samples });
  const tell: Context['tell'] = ({ phase, round }: VisitPlan, setting, clients, last) => {
    const before = last ? ` (${last.clients}: ${last.responsesPerSecond.toFixed(1)}/s)` : '';
    const elapsed = `${((now() - began) / 60).toFixed(1)} of ${minutes} min`;
    progress.show(
      `${phase}, round ${round}: ${describeSetting(setting)}, ${clients} clients${before}; ${elapsed}`,
    );
  };
  const context = { model: modelArgument, generator, limitMilliseconds, quantile, signal, tell };
  const warmUpClients = middleClients(axes.clients);
  const tools = { now, visit: (plan: VisitPlan) => visit(plan, { ...context, warmUpClients }) };
  try {
    await search(axes, minutes * 60, facts, tools, found);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    generator.stop();
    progress.end();
  }
  if (found.visits.length === 0) {
    throw signal.aborted ? signal.reason : new UsageError(`--batch needs 1: ${found.noBatches}`);
  }
  return { ...facts, started, seconds: now() - began, interrupted: signal.aborted, ...found };
}
