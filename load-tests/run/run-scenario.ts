import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AskedTaskChoice } from '../../tasks/asked-task.ts';
import type { LoadRecord } from '../client/records.ts';
import { toHtml } from '../report/html.ts';
import { toMarkdown } from '../report/markdown.ts';
import { type LoadReport, makeReport, type RunFacts } from '../report/report.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Rules } from '../verdict/judge.ts';
import { ARTILLERY_LOG, exitOf, startArtillery } from './artillery.ts';
import { RecordFollower } from './follow.ts';
import type { Amount } from './options.ts';
import { describeLoad, planRun } from './plan.ts';
import { Progress, ProgressLine } from './progress.ts';
import { readScript } from './script.ts';

const POLL_MILLISECONDS = 500;

type KnownFacts = Pick<RunFacts, 'task' | 'contract' | 'published' | 'provisioned'>;

/** One run of one scenario. */
export interface ScenarioRun {
  scenario: string;
  target: string;
  amount: Amount;
  rules: Rules;
  /** The task, by its folder, and how it is asked. */
  asked: AskedTaskChoice;
  /** What is known about the run before it begins. */
  facts: KnownFacts;
  /** Folder for everything the run writes. */
  directory: string;
  /** Raised to end the run early. */
  signal: AbortSignal;
}

/**
 * Runs Artillery to its end, shows progress meanwhile, and judges the records.
 * @throws the signal's reason when it was raised before
 */
export async function runScenario(run: ScenarioRun): Promise<{ report: LoadReport; evidence: Evidence }> {
  run.signal.throwIfAborted();
  const script = readScript(run.scenario);
  const plan = planRun(script, run.amount, run.rules);
  mkdirSync(run.directory, { recursive: true });
  const child = startArtillery({ ...run, overrides: plan.overrides });
  const stop = () => child.kill('SIGINT');
  run.signal.addEventListener('abort', stop, { once: true });

  const records: LoadRecord[] = [];
  const follower = new RecordFollower(run.directory);
  const progress = new Progress(plan, run.rules.limitMilliseconds);
  const line = new ProgressLine(run.scenario);
  const take = () => {
    const news = follower.poll();
    progress.add(news);
    for (const record of news) records.push(record);
  };
  let exit: number | undefined;
  const ended = exitOf(child).then((code) => {
    exit = code;
  });
  while (exit === undefined) {
    await Promise.race([ended, sleep(POLL_MILLISECONDS)]);
    take();
    line.show(progress.line(Date.now()));
  }
  take();
  line.end();
  run.signal.removeEventListener('abort', stop);

  const interrupted = run.signal.aborted;
  if (records.length === 0 && !interrupted) throw new Error(artilleryComplaint(run.directory, exit));
  return makeReport(records, {
    ...run.facts,
    scenario: run.scenario,
    target: run.target,
    load: describeLoad(run.scenario, plan),
    rules: run.rules,
    ended: Date.now(),
    interrupted,
    arrivals: interrupted ? undefined : plan.arrivals,
    artilleryExit: interrupted ? undefined : exit,
  });
}

/** Path of the folder for a run's reports, named after the scenario and the time. */
export function reportDirectory(parent: string, scenario: string, now = new Date()): string {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(':', '-');
  return join(parent, `${scenario}-${time}`);
}

/** Writes report.json, report.md and report.html. */
export function writeReport(directory: string, report: LoadReport, evidence: Evidence): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(directory, 'report.md'), toMarkdown(report));
  writeFileSync(join(directory, 'report.html'), toHtml(report, evidence));
}

function artilleryComplaint(directory: string, exit: number): string {
  const log = join(directory, ARTILLERY_LOG);
  const lines = readFileSync(log, 'utf8')
    .split('\n')
    .filter((text) => /error|warn/i.test(text));
  const cause = lines[0] ?? `see ${log}`;
  return `Artillery ended with code ${exit} before it asked anything: ${cause.trim()}`;
}
