import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type AskedTask, openAskedTask } from '../../tasks/asked-task.ts';
import { readRecords } from '../client/record-file.ts';
import { toMarkdown } from '../report/markdown.ts';
import { readPublished } from '../report/published.ts';
import { readRecordedRuns } from '../report/recorded-runs.ts';
import { type LoadReport, makeReport } from '../report/report.ts';
import { toResults } from '../report/results.ts';
import type { Rules } from '../verdict/judge.ts';
import { fitting, requireFit } from './fit.ts';
import { describeCommit, describeMachine } from './machine.ts';
import type { Demands, LoadOptions } from './options.ts';
import { runPeak } from './peak.ts';
import { reportDirectory, runScenario, writeReport } from './run-scenario.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { LOAD_TESTS, readScript } from './script.ts';
import { stoppable } from './stop.ts';
import { withTarget } from './target.ts';
import type { Where } from './where.ts';

/** Milliseconds, where nothing says what was promised. */
const DEFAULTS = { limitMilliseconds: 1000, accuracy: 0.9 };

type RunOptions = Extract<LoadOptions, { command: 'run' }>;
type ReportOptions = Extract<LoadOptions, { command: 'report' }>;

/** Runs what the command line asks for. @returns true when everything passed */
export async function runLoad(options: RunOptions): Promise<boolean> {
  const task = await openAskedTask(options.asked);
  return stoppable(async (signal) => {
    if (options.scenario !== 'all') return passed(await runOne(options.scenario, task, options, signal));
    return runAll(task, options, signal);
  });
}

/** Judges records that were written before, on this machine or others. @returns true when they pass */
export function reportOn({ folders, demands, reports }: ReportOptions): boolean {
  const records = readRecords(folders);
  if (records.length === 0) throw new Error(`no records-*.jsonl in ${folders.join(', ')}`);
  const ended = records.reduce((most, { at }) => Math.max(most, at), 0);
  const { task, contract, rules: recorded = DEFAULTS, checks } = readRecordedRuns(folders);
  const rules = rulesOf(demands, recorded);
  const facts = {
    task,
    contract,
    scenario: 'merged',
    target: 'the recorded service',
    load: `${folders.length} recorded runs`,
    recorded: checks,
  };
  const { report, evidence } = makeReport(records, { ...facts, rules, ended, interrupted: false });
  const directory = reportDirectory(reports, 'merged');
  writeReport(directory, report, evidence);
  show(report, directory);
  return passed(report);
}

async function runAll(task: AskedTask, options: RunOptions, signal: AbortSignal): Promise<boolean> {
  const reports: LoadReport[] = [];
  const everyScenario = Object.keys(scenarios) as Scenario[];
  for (const scenario of everyScenario) {
    if (signal.aborted) break;
    try {
      reports.push(await runOne(scenario, task, options, signal));
    } catch (error) {
      // Stopped before this scenario began: what the ones before it have shown still counts.
      if (error !== signal.reason || reports.length === 0) throw error;
    }
  }
  const results = toResults(reports, {
    machine: describeMachine(),
    commit: describeCommit(LOAD_TESTS),
    service: describeService(options.where),
    date: new Date().toISOString().slice(0, 10),
  });
  process.stdout.write(`\n${results}`);
  if (options.writeResults && !signal.aborted) writeFileSync(join(LOAD_TESTS, 'RESULTS.md'), results);
  return reports.length === everyScenario.length && reports.every(passed);
}

async function runOne(
  scenario: Scenario,
  task: AskedTask,
  options: RunOptions,
  signal: AbortSignal,
): Promise<LoadReport> {
  const { directory: folder, manifest, client } = task;
  const script = readScript(scenario);
  // With `all`, options that do not fit a scenario are left out instead of refused.
  const amount = options.scenario === 'all' ? fitting(scenario, script, options.amount) : options.amount;
  requireFit(scenario, script, amount);
  const directory = reportDirectory(options.reports, scenario);
  const { demands, where } = options;
  const rules = rulesOf(demands, {
    limitMilliseconds: manifest.budgetMilliseconds,
    accuracy: manifest.samplesRight,
  });
  const asked = { ...options.asked, task: folder, contract: client.contract };
  const facts = {
    task: manifest.task,
    contract: client.contract,
    published: readPublished(folder),
    provisioned: 'local' in where ? where.local.provisioned : undefined,
  };
  return withTarget(where, task, async (target) => {
    const run = { scenario, target, amount, rules, asked, directory, signal, facts };
    const { report, evidence } = await (scenario === 'peak' ? runPeak(run) : runScenario(run));
    writeReport(directory, report, evidence);
    show(report, directory);
    return report;
  });
}

function rulesOf(demands: Demands, own: Pick<Rules, 'limitMilliseconds' | 'accuracy'>): Rules {
  return {
    ...demands,
    limitMilliseconds: demands.limitMilliseconds ?? own.limitMilliseconds,
    accuracy: demands.accuracy ?? own.accuracy,
  };
}

function show(report: LoadReport, directory: string): void {
  process.stdout.write(`\n${toMarkdown(report)}\nReport: ${relative('.', join(directory, 'report.html'))}\n`);
}

function passed(report: LoadReport): boolean {
  return report.verdict.outcome === 'PASS';
}

function describeService(where: Where): string {
  if ('target' in where) return where.target;
  const { provisioned, maxConcurrency } = where.local;
  return `local, ${provisioned} provisioned environments, at most ${maxConcurrency}`;
}
