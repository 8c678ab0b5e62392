/**
 * The functions that the scenario files name. The extension is `.mts` so that Artillery imports this
 * file as it is instead of bundling it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openRequestSource } from '../../model-repository/request-source.ts';
import { now } from '../client/clock.ts';
import * as abuse from './abuse.ts';
import type { Continue, UserContext } from './artillery.ts';
import { LoadRun } from './load-run.ts';
import { sendAsOrganizer as organizer } from './organizer.ts';
import { calmArtillery, dueTime } from './patch-artillery-timer.ts';
import { sendNewOrRepeated as newOrRepeated } from './repeat.ts';
import { readRun, readSettings } from './settings.ts';

const PAUSE_BETWEEN_BURSTS = 1000;

calmArtillery();

/** Opened before the first user arrives, who would have to wait for it. */
const model = await openRequestSource(readRun());
let current: LoadRun | undefined;

function runOf(context: UserContext): LoadRun {
  current ??= new LoadRun(readSettings(context), model);
  return current;
}

/** Sends one new request and waits for the response. */
export async function send(context: UserContext): Promise<void> {
  await sendAt(dueOf(context), runOf(context));
}

/** Sends one new request, waits for the response, and pauses before the next one. */
export async function sendAndThink(context: UserContext): Promise<void> {
  const run = runOf(context);
  await sendAt(undefined, run);
  const { thinkLeast, thinkMost } = run.settings;
  if (thinkMost > 0 && run.more) await sleep(1000 * (thinkLeast + Math.random() * (thinkMost - thinkLeast)));
}

/** Sends as many requests as there are clients at the same moment, and pauses after the last response. */
export async function sendTogether(context: UserContext): Promise<void> {
  const run = runOf(context);
  const due = now();
  await Promise.all(Array.from({ length: run.settings.together }, () => sendAt(due, run)));
  if (run.more) await sleep(PAUSE_BETWEEN_BURSTS);
}

/** What another file does with the run of this worker. Artillery waits for what is called an async function. */
function onRun(send: (run: LoadRun, due?: number) => Promise<void>) {
  return async (context: UserContext) => send(runOf(context), dueOf(context));
}

export const sendAsOrganizer = onRun(organizer);
export const sendNewOrRepeated = onRun(newOrRepeated);
export const sendBroken = onRun(abuse.sendBroken);
export const sendOversized = onRun(abuse.sendOversized);
export const sendSlowly = onRun((run) => abuse.sendSlowly(run));

/** For `whileTrue`: whether there are more requests to send. */
export function moreToSend(context: UserContext, again: Continue): void {
  again(runOf(context).more);
}

/** When the request of a user who sends one was due. A user in a loop sets the pace: now. */
function dueOf({ vars }: UserContext): number | undefined {
  return vars.$loopCount === undefined ? dueTime() : undefined;
}

async function sendAt(due: number | undefined, run: LoadRun): Promise<void> {
  const request = run.nextRequest();
  if (request !== undefined) await run.send(request, { due });
}
