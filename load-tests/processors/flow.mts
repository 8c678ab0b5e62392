/**
 * The functions that the scenario files name. The extension is `.mts` because Artillery imports such a file as it is, instead
 * of bundling it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openRequestSource } from '../../model-repository/request-source.ts';
import { now } from '../client/clock.ts';
import * as abuse from './abuse.ts';
import { LoadRun } from './load-run.ts';
import { sendAsOrganizer as organizer } from './organizer.ts';
import { calmArtillery, dueTime } from './patch-artillery-timer.ts';
import { sendNewOrRepeated as newOrRepeated } from './repeat.ts';
import { readSettings } from './settings.ts';

/** The used part of a virtual user's context, which belongs to Artillery. */
interface UserContext {
  vars: Record<string, unknown>;
}

const PAUSE_BETWEEN_BURSTS = 1000;

calmArtillery();

/** The model is opened before the first user arrives, because this user would otherwise wait for it. */
const settings = readSettings();
const model = await openRequestSource(settings.source);
let current: LoadRun | undefined;

/** Makes the run when the first user arrives, because the clock of the run begins then. */
function currentRun(): LoadRun {
  current ??= new LoadRun(settings, model);
  return current;
}

/** Sends one new request and waits for the response. */
export async function send(context: UserContext): Promise<void> {
  await sendAt(dueOf(context), currentRun());
}

/** Sends one new request, waits for the response, and pauses before the next one. */
export async function sendAndThink(): Promise<void> {
  const run = currentRun();
  await sendAt(undefined, run);
  const [least, most] = run.settings.think;
  if (most > 0 && run.more) await sleep(1000 * (least + Math.random() * (most - least)));
}

/** Sends one request for each client, all at the same moment, and pauses after the last response. */
export async function sendTogether(): Promise<void> {
  const run = currentRun();
  const due = now();
  await Promise.all(Array.from({ length: run.settings.together }, () => sendAt(due, run)));
  if (run.more) await sleep(PAUSE_BETWEEN_BURSTS);
}

/** Passes this worker's run and the due time to a function of another file. Artillery awaits only functions declared `async`. */
function onRun(send: (run: LoadRun, due?: number) => Promise<void>) {
  return async (context: UserContext) => send(currentRun(), dueOf(context));
}

export const sendAsOrganizer = onRun(organizer);
export const sendNewOrRepeated = onRun(newOrRepeated);
export const sendBroken = onRun(abuse.sendBroken);
export const sendOversized = onRun(abuse.sendOversized);
export const sendSlowly = onRun((run) => abuse.sendSlowly(run));

/** Tells Artillery's `whileTrue` whether there are more requests to send. */
export function moreToSend(_context: UserContext, again: (again: boolean) => void): void {
  again(currentRun().more);
}

/** Due time of a request: when its virtual user arrived; undefined (now) if that user sends one request after the other. */
function dueOf({ vars }: UserContext): number | undefined {
  return vars.$loopCount === undefined ? dueTime() : undefined;
}

async function sendAt(due: number | undefined, run: LoadRun): Promise<void> {
  const request = run.nextRequest();
  if (request !== undefined) await run.send(request, { due });
}
