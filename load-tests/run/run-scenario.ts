import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestSourceChoice } from '../../model-repository/request-source.ts';
import { now } from '../client/clock.ts';
import { RecordFollower } from '../client/record-file.ts';
import type { LoadRecord } from '../client/records.ts';
import type { ServiceAddress } from '../client/service.ts';
import type { Amount } from '../options/options.ts';
import type { LoadReport } from '../report/load-report.ts';
import { type KnownFacts, type RunFacts, writeRunFile } from '../report/recorded-run.ts';
import { makeReport } from '../report/report.ts';
import type { Rules } from '../verdict/objective.ts';
import { artilleryComplaint, endArtillery, exitOf, startArtillery } from './artillery.ts';
import { describeLoad, planRun, type RunPlan, readScript } from './plan.ts';
import { Progress, ProgressLine } from './progress.ts';

const POLL_MILLISECONDS = 500;

export interface ScenarioRun {
  scenario: string;
  service: ServiceAddress;
  amount: Amount;
  rules: Rules;
  /** The model, its contract and its samples. */
  source: RequestSourceChoice;
  /** Facts that are known before the run begins. */
  facts: KnownFacts;
  /** Folder for everything the run writes. */
  directory: string;
  /** Raised to end the run early. */
  signal: AbortSignal;
}

/** A judged run. `abandoned`: the run was ended early, because many requests had failed and none had a good response. */
export interface JudgedRun {
  report: LoadReport;
  abandoned: boolean;
}

/**
 * Runs Artillery to its end, shows progress meanwhile, and judges the records.
 * @throws the signal's reason if it was raised before the run; an error if Artillery ended by itself before its first request
 */
export async function runScenario(run: ScenarioRun): Promise<JudgedRun> {
  run.signal.throwIfAborted();
  const plan = planRun(readScript(run.scenario), run.amount, run.rules);
  mkdirSync(run.directory, { recursive: true });
  const known: RunFacts = {
    ...run.facts,
    scenario: run.scenario,
    target: run.service.url,
    load: describeLoad(run.scenario, plan),
    rules: run.rules,
    ended: undefined,
    interrupted: true,
    retries: run.scenario === 'organizer',
  };
  writeRunFile(run.directory, known);
  const { records, exit, abandoned } = await runArtillery(run, plan);
  const interrupted = run.signal.aborted;
  if (records.length === 0 && !interrupted) throw new Error(artilleryComplaint(run.directory, exit));
  const isWhole = !interrupted && abandoned === undefined;
  const facts: RunFacts = {
    ...known,
    ended: now(),
    recordCount: records.length,
    interrupted,
    schedule: isWhole ? plan.schedule : undefined,
    artilleryExit: isWhole ? exit : undefined,
    abandoned,
  };
  writeRunFile(run.directory, facts);
  const report = makeReport(records, facts);
  return { report, abandoned: abandoned !== undefined };
}

async function runArtillery(run: ScenarioRun, plan: RunPlan) {
  const child = startArtillery({ ...run, plan });
  const stop = () => void endArtillery(child);
  run.signal.addEventListener('abort', stop, { once: true });

  const records: LoadRecord[] = [];
  const follower = new RecordFollower(run.directory);
  const progress = new Progress(plan, run.rules.limitMilliseconds, run.amount.warmUp);
  const line = new ProgressLine(run.scenario);
  const take = () => {
    const news = follower.poll();
    progress.add(news);
    for (const record of news) records.push(record);
  };
  let abandoned: string | undefined;
  let exit: number | undefined;
  const ended = exitOf(child).then((code) => {
    exit = code;
  });
  while (exit === undefined) {
    await Promise.race([ended, sleep(POLL_MILLISECONDS)]);
    take();
    line.show(progress.line(now()));
    if (abandoned !== undefined) continue;
    abandoned = progress.abandoned(now());
    if (abandoned !== undefined) stop();
  }
  take();
  line.end();
  run.signal.removeEventListener('abort', stop);
  return { records, exit, abandoned };
}
