/** The sweep of one task. */
import { createRequire } from 'node:module';
import os from 'node:os';
import { openAskedTask } from '../../tasks/asked-task.ts';
import type { Provenance } from '../report/load-report.ts';
import { readPublished } from '../report/published.ts';
import { ProgressLine } from '../run/progress.ts';
import { Answers } from './measure/answers.ts';
import { type DuelPlan, duel } from './measure/duel.ts';
import { Generator } from './measure/generator.ts';
import type { Doing } from './measure/stretch.ts';
import { type VisitPlan, visit } from './measure/visit.ts';
import type { Point, SweepFacts, SweepMeasurements } from './measurements.ts';
import type { SweepOptions } from './options/options.ts';
import type { Found } from './search/rounds.ts';
import { middleClients, search } from './search/search.ts';
import { describeSetting } from './setting.ts';

type RunOptions = Extract<SweepOptions, { command: 'sweep' }>;
export type Origin = Omit<Provenance, 'seed'>;

/** What the command line has found out about a task before anything runs. */
export interface SweptTask {
  readonly facts: SweepFacts;
  readonly directory: string;
}

/** @throws {TaskError | ModelError} when it cannot be asked */
export async function openSweptTask(task: string, options: RunOptions, origin: Origin): Promise<SweptTask> {
  const { contract, samples, axes, quantile } = options;
  const { directory, manifest, client } = await openAskedTask({ task, contract, samples });
  const facts: SweepFacts = {
    ...{ task: manifest.task, taskArgument: task, taskVersion: manifest.version, contract: client.contract },
    ...origin,
    ...{ cores: os.cpus().length, versions: describeVersions(), started: new Date().toISOString() },
    limitMilliseconds: options.limitMilliseconds ?? manifest.budgetMilliseconds,
    ...{ quantile, samplesRight: manifest.samplesRight, axes },
    published: readPublished(directory),
  };
  return { facts, directory };
}

/** @param label what stands before the progress @returns undefined where it was stopped before anything was measured */
export async function sweepTask(
  { facts, directory }: SweptTask,
  { minutes, samples }: RunOptions,
  label: string,
  signal: AbortSignal,
): Promise<SweepMeasurements | undefined> {
  const { axes, taskArgument, contract, limitMilliseconds, quantile } = facts;
  const progress = new ProgressLine(label);
  const answers = new Answers();
  const found: Found = { visits: [], dropped: [] };
  const started = new Date().toISOString();
  const began = performance.now();
  const generator = await Generator.start({ task: directory, contract, samples });
  let ends = 0;
  const tell = (doing: Doing, clients: number, last: Point | undefined) =>
    progress.show(describeProgress(doing, clients, last, ends - performance.now() / 1000));
  const warmUpClients = middleClients(axes.clients);
  const load = { task: taskArgument, generator, limitMilliseconds, quantile, warmUpClients };
  const surroundings = { ...load, answers, signal, tell };
  const tools = {
    now: () => performance.now() / 1000,
    expectEnd: (at: number) => {
      ends = at;
    },
    visit: (plan: VisitPlan) => visit(plan, surroundings),
    duel: (plan: DuelPlan) => duel(plan, surroundings),
  };
  try {
    await search(axes, minutes * 60, facts, tools, found);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    generator.stop();
    progress.end();
  }
  if (found.visits.length === 0) return undefined;
  const seconds = (performance.now() - began) / 1000;
  return {
    sweep: 3,
    ...facts,
    ...{ started, seconds, interrupted: signal.aborted, ...found, unlike: answers.unlike() },
  };
}

function describeProgress(
  { phase, round, setting }: Doing,
  clients: number,
  last: Point | undefined,
  secondsLeft: number,
): string {
  const where = `${phase}, round ${round}: ${describeSetting(setting)}`;
  const before = last ? ` (${last.clients}: ${last.answersPerSecond.toFixed(1)}/s)` : '';
  const left =
    secondsLeft > 90 ? `${Math.round(secondsLeft / 60)} min` : `${Math.max(1, Math.round(secondsLeft))} s`;
  return `${where}, ${clients} ${clients === 1 ? 'client' : 'clients'}${before}; about ${left} left`;
}

function describeVersions(): string {
  const { version } = createRequire(import.meta.url)('onnxruntime-node/package.json') as { version: string };
  return `ONNX Runtime ${version}, Node ${process.versions.node}`;
}
