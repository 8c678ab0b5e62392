/**
 * The functions that the scenario files name. The extension is `.mts` so that Artillery imports this
 * file as it is instead of bundling it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openAskedTask } from '../../tasks/asked-task.ts';
import { now } from '../client/clock.ts';
import * as abuse from './abuse.ts';
import type { Continue, Metrics, UserContext } from './artillery.ts';
import { calmArtillery, dueTime } from './calm-timer.ts';
import { LoadRun } from './load-run.ts';
import { askAsOrganizer as organizer } from './organizer.ts';
import { askPerhapsAgain } from './repeat.ts';
import { readAsked, readSettings } from './settings.ts';

const PAUSE_BETWEEN_BURSTS = 1000;

calmArtillery();

/** Opened before the first user arrives, who would have to wait for it. */
const task = await openAskedTask(readAsked());
let current: LoadRun | undefined;

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

/** Asks as many questions as there are clients at the same moment, and pauses when all are answered. */
export async function askTogether(context: UserContext, metrics: Metrics): Promise<void> {
  const run = runOf(context);
  const due = now();
  await Promise.all(Array.from({ length: run.settings.together }, () => askAt(due, run, metrics)));
  if (run.more) await sleep(PAUSE_BETWEEN_BURSTS);
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
  again(runOf(context).more);
}

/** When the question of a user who asks once was due. One who asks in a loop sets the pace: now. */
function dueOf({ vars }: UserContext): number | undefined {
  return vars.$loopCount === undefined ? dueTime() : undefined;
}

async function askAt(due: number | undefined, run: LoadRun, metrics: Metrics): Promise<void> {
  const question = run.nextQuestion();
  if (question !== undefined) await run.ask(question, metrics, { due });
}
