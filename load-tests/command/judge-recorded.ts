import type { Demands, LoadOptions } from '../options/options.ts';
import { baselinesOf, readBaseline } from '../report/baseline/baseline.ts';
import { readRun } from '../report/recorded-run.ts';
import { makeReport, withBaselines } from '../report/report.ts';
import type { Rules } from '../verdict/objective.ts';
import { deliver, makeReportFolder, passed } from './outputs.ts';

/** What a run is judged by: the command line, and where it says nothing, the model, or the run that is judged again. */
export function rulesOf(demands: Demands, own: Rules): Rules {
  const told = Object.entries(demands).filter(([, value]) => value !== undefined);
  return { ...own, ...Object.fromEntries(told) };
}

/**
 * Judges a recorded run. It gets the verdict that it got when it was made, unless the command line demands something else.
 * @returns true when it passes
 * @throws naming what cannot be read
 */
export function judgeRecorded({
  folder,
  demands,
  outputs,
}: Extract<LoadOptions, { command: 'report' }>): boolean {
  const { facts, records } = readRun(folder);
  const { report, evidence } = makeReport(records, { ...facts, rules: rulesOf(demands, facts.rules) });
  const told = baselinesOf(report.scenario, outputs.baselines.map(readBaseline), report);
  const baselines = told.length > 0 ? told : (facts.baselines ?? []);
  const directory = makeReportFolder(outputs.reports, report.scenario);
  return passed(deliver({ report: withBaselines(report, baselines), evidence }, directory));
}
