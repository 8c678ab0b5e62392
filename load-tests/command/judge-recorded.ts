import type { LoadOptions } from '../options/options.ts';
import type { Provenance } from '../report/load-report.ts';
import { mergeRuns } from '../report/merged/merge.ts';
import { readRuns } from '../report/merged/read-runs.ts';
import { readRecordedRuns } from '../report/merged/recorded-runs.ts';
import { reportEvidence, withBaselines } from '../report/report.ts';
import { baselinesOf, readBaselines } from './baselines.ts';
import { deliver, passed } from './deliver.ts';
import { openOutputs } from './outputs.ts';
import { makeReportFolder } from './report-folder.ts';
import { rulesOf } from './rules.ts';

type ReportOptions = Extract<LoadOptions, { command: 'report' }>;

/** Milliseconds, where nothing says what was promised. */
const DEFAULTS = { limitMilliseconds: 1000, accuracy: 0.9 };

/**
 * Judges records that were written before, on this machine or others.
 * @returns true when they pass
 * @throws naming what cannot be read, or is there twice
 */
export function judgeRecorded(
  { folders, demands, outputs }: ReportOptions,
  { commandLine }: Pick<Provenance, 'commandLine'>,
): boolean {
  const runs = readRuns(folders);
  const { rules: recorded = DEFAULTS, checks, ...known } = readRecordedRuns(folders);
  const rules = rulesOf(demands, recorded);
  const facts = {
    ...known,
    scenario: 'merged',
    target: 'the recorded service',
    load: `${folders.length} recorded runs`,
    rules,
    recorded: checks,
    interrupted: false,
    commandLine,
    seed: undefined,
  };
  const baselines = baselinesOf('merged', readBaselines(outputs.baselines), facts);
  const write = openOutputs(outputs);
  const { evidence, timed, ended } = mergeRuns(runs, rules.limitMilliseconds);
  const reported = reportEvidence(evidence, { ...facts, ended }, timed);
  const directory = makeReportFolder(outputs.reports, 'merged');
  const report = withBaselines(reported.report, baselines);
  return passed(deliver({ report, evidence: reported.evidence }, directory, write));
}
