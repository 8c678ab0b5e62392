import type { Demands, LoadOptions } from '../options/options.ts';
import { toMarkdown } from '../report/markdown.ts';
import { readRun } from '../report/recorded-run.ts';
import { makeReport } from '../report/report.ts';
import type { Rules } from '../verdict/objective.ts';
import { makeReportFolder, passed, writeReport } from './outputs.ts';

/** Rules of a verdict: each rule of `own`, unless the command line sets another value in `demands`. */
export function rulesOf(demands: Demands, own: Rules): Rules {
  const given = Object.entries(demands).filter(([, value]) => value !== undefined);
  return { ...own, ...Object.fromEntries(given) };
}

/**
 * Judges a recorded run. The rules are those of the run, unless the command line sets others.
 * @returns true for a PASS
 * @throws as {@link readRun} does
 */
export function judgeRecorded({
  folder,
  demands,
  reports,
}: Extract<LoadOptions, { command: 'report' }>): boolean {
  const { facts, records } = readRun(folder);
  const report = makeReport(records, { ...facts, rules: rulesOf(demands, facts.rules) });
  writeReport(makeReportFolder(reports, report.scenario), report, toMarkdown(report));
  return passed(report);
}
