import type { Demands, LoadOptions } from '../options/options.ts';
import { mergeRuns, strictest } from '../report/merge.ts';
import { readRuns } from '../report/recorded-run.ts';
import { makeReport, withBaselines } from '../report/report.ts';
import type { Rules } from '../verdict/judge.ts';
import { baselinesOf, readBaselines } from './baselines.ts';
import { deliver, makeReportFolder, passed } from './outputs.ts';

/** What a run is judged by: the command line, and where it says nothing, the model, or the run that is judged again. */
export function rulesOf(demands: Demands, own: Rules): Rules {
  const told = Object.entries(demands).filter(([, value]) => value !== undefined);
  return { ...own, ...Object.fromEntries(told) };
}

/**
 * Judges recorded runs, of this machine or others. One run gets the verdict that it got when it was made, unless the
 * command line demands something else.
 * @returns true when they pass
 * @throws naming what cannot be read, or is there twice
 */
export function judgeRecorded(
  { folders, demands, outputs }: Extract<LoadOptions, { command: 'report' }>,
  { commandLine }: { commandLine: string },
): boolean {
  const runs = readRuns(folders);
  const [run, ...others] = runs;
  if (run === undefined) throw new Error('no run to judge');
  const rules = rulesOf(demands, strictest(runs));
  const reported =
    others.length === 0
      ? makeReport(run.records, { ...run.facts, rules })
      : mergeRuns(runs, rules, commandLine);
  const { report } = reported;
  const told = baselinesOf(report.scenario, readBaselines(outputs.baselines), report);
  const baselines = told.length > 0 || others.length > 0 ? told : (run.facts.baselines ?? []);
  const directory = makeReportFolder(outputs.reports, report.scenario);
  return passed(deliver({ ...reported, report: withBaselines(report, baselines) }, directory));
}
