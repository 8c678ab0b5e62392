/**
 * The functions that the scenario files name. The extension is `.mts` so that Artillery imports this
 * file as it is instead of bundling it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { openAskedTask } from '../../tasks/asked-task.ts';
import * as abuse from './abuse.ts';
import type { Continue, Metrics, UserContext } from './artillery.ts';
import { Barrier } from './barrier.ts';
import { calmArtillery, dueTime } from './calm-timer.ts';
import { LoadRun } from './load-run.ts';
import { askAsOrganizer as organizer } from './organizer.ts';
import { askPerhapsAgain } from './repeat.ts';
import { seedChance } from './seed.ts';
import { readAsked, readSeed, readSettings } from './settings.ts';

const PAUSE_BETWEEN_BURSTS = 1000;

const seed = readSeed();
if (seed !== undefined) seedChance(seed, threadId);
calmArtillery();

/** Opened before the first user arrives, who would have to wait for it. */
const task = await openAskedTask(readAsked());
let current: LoadRun | undefined;
let barrier: Barrier | undefined;

function runOf(context: UserContext): LoadRun {
  current ??= new LoadRun(readSettings(context), task);
  return current;
}

/** Asks one new question and waits for the answer. */
export async function ask(context: UserContext, metrics: Metrics): Promise<void> {
  await askAt(dueOf(context), runOf(context), metrics);
}

/** Asks one new question, waits for the answer, and pauses before the next one. */
export async function askAndThink(context: UserContext, metrics: Metrics): Promise<void> {
  const run = runOf(context);
  await askAt(undefined, run, metrics);
  const { thinkLeast, thinkMost } = run.settings;
  if (thinkMost > 0 && run.more) await sleep(1000 * (thinkLeast + Math.random() * (thinkMost - thinkLeast)));
}

/** Asks at the same moment as all other users of a burst. */
export async function askTogether(context: UserContext, metrics: Metrics): Promise<void> {
  const run = runOf(context);
  barrier ??= new Barrier(run.settings.together, PAUSE_BETWEEN_BURSTS);
  await askAt(await barrier.wait(), run, metrics);
}

/** Asks as the organizer does, up to three times under the same id. */
export async function askAsOrganizer(context: UserContext, metrics: Metrics): Promise<void> {
  await organizer(runOf(context), metrics);
}

/** Asks something new, or an old question again. */
export async function askNewOrOld(context: UserContext, metrics: Metrics): Promise<void> {
  await askPerhapsAgain(runOf(context), metrics, dueOf(context));
}

/** Sends a request that breaks the contract. */
export async function sendBroken(context: UserContext, metrics: Metrics): Promise<void> {
  await abuse.sendBroken(runOf(context), metrics);
}

/** Sends more than the service takes. */
export async function sendOversized(context: UserContext, metrics: Metrics): Promise<void> {
  await abuse.sendOversized(runOf(context), metrics);
}

/** Sends a request byte by byte. */
export async function sendSlowly(context: UserContext, metrics: Metrics): Promise<void> {
  await abuse.sendSlowly(runOf(context), metrics);
}

/** For `whileTrue`: is there more to ask? */
export function moreToAsk(context: UserContext, again: Continue): void {
  const { more } = runOf(context);
  // Of one burst, some users may be answered before the deadline: they must not wait for the others.
  if (!more) barrier?.leave();
  again(more);
}

/** When the question of a user who asks once was due. One who asks in a loop sets the pace: now. */
function dueOf({ vars }: UserContext): number | undefined {
  return vars.$loopCount === undefined ? dueTime() : undefined;
}

async function askAt(due: number | undefined, run: LoadRun, metrics: Metrics): Promise<void> {
  const question = run.nextQuestion();
  if (question !== undefined) await run.ask(question, metrics, { due });
}
