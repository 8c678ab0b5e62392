import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ContractClient, Sample } from '../inference/contracts/client.ts';
import { type Outcome, type SampledModel, sendSample } from '../sample-requests/sampled-model.ts';
import { type CallVersion, LambdaRefusal } from './version.ts';

/** The first call waits for the start of an environment, and models are large. */
const START_MILLISECONDS = 60_000;

/** What was found. */
export interface Verdict {
  readonly good: boolean;
  /** One line for people. */
  readonly reason: string;
}

/**
 * Requests the health of a version, and then sends each sample of its model once. The version is good when as many
 * responses are right and within the deadline as the model's `ensemble.json` promises of its samples.
 *
 * @param deadlineMilliseconds how long a caller waits for a response
 * @param patience with refusals of Lambda itself, which say nothing of the version
 */
export async function checkVersion(
  call: CallVersion,
  { name, client, samples, samplesRight }: SampledModel,
  deadlineMilliseconds: number,
  patience: Patience,
): Promise<Verdict> {
  const ill = await findIll(call, patience);
  if (ill !== undefined) return { good: false, reason: ill };
  const outcomes: Outcome[] = [];
  for (const sample of samples) {
    outcomes.push(await sendAgain(call, client, sample, 2 * deadlineMilliseconds, patience));
  }
  const bad = outcomes.filter(
    ({ error, right, milliseconds }) =>
      error !== undefined || right === false || milliseconds > deadlineMilliseconds,
  );
  // One at least, where there is one.
  const needed = Math.max(Math.min(1, samples.length), Math.floor(samplesRight * samples.length));
  const good = samples.length - bad.length >= needed;
  const told = bad.map((outcome) => describe(outcome, deadlineMilliseconds)).join('; ');
  const score = `${name}: ${samples.length - bad.length} of ${samples.length} samples right and in time`;
  return { good, reason: `${score}, ${needed} needed${told && `; ${told}`}` };
}

/** Sends a sample until Lambda lets it through; what it took before does not count against the version. */
async function sendAgain(
  call: CallVersion,
  client: ContractClient,
  sample: Sample,
  timeout: number,
  patience: Patience,
): Promise<Outcome> {
  for (;;) {
    let refused = false;
    const outcome = await sendSample(client, sample, `release-check-${randomUUID()}`, (request) =>
      call(request, timeout).catch((error) => {
        refused = error instanceof LambdaRefusal;
        throw error;
      }),
    );
    if (!refused || !(await patience.pause())) return outcome;
  }
}

/**
 * What is wrong with a version that does not report that it is ready. Permissions of the same deployment may not have
 * spread yet, which a function that reads a secret or its table notices: it is called again for a while.
 */
async function findIll(call: CallVersion, patience: Patience): Promise<string | undefined> {
  for (;;) {
    const ill = await callHealth(call);
    if (ill === undefined || !(await patience.pause())) return ill;
  }
}

async function callHealth(call: CallVersion): Promise<string | undefined> {
  try {
    const health = await call({ method: 'GET', path: '/healthz', headers: {}, body: '' }, START_MILLISECONDS);
    const { status } = health.status === 200 ? JSON.parse(health.body) : { status: health.status };
    return status === 'ready' ? undefined : `/healthz says ${status}: ${health.body.slice(0, 300)}`;
  } catch (error) {
    return `/healthz does not respond: ${(error as Error).message}`;
  }
}

function describe({ sample, error, right, milliseconds }: Outcome, deadlineMilliseconds: number): string {
  if (error !== undefined) return `${sample}: ${error}`;
  if (right === false) return `${sample}: another response`;
  return `${sample}: ${milliseconds} ms, more than ${deadlineMilliseconds}`;
}

/** Attempts that the time is enough for. */
const ATTEMPTS = 30;

/** How long a check waits for what passes by itself: a permission that IAM has not spread yet, a throttled call. */
export class Patience {
  readonly #until: number;
  readonly #pause: number;

  constructor(milliseconds: number) {
    this.#until = performance.now() + milliseconds;
    this.#pause = milliseconds / ATTEMPTS;
  }

  /** Waits before the next attempt. @returns false when the time is up */
  async pause(): Promise<boolean> {
    if (performance.now() + this.#pause > this.#until) return false;
    await sleep(this.#pause);
    return true;
  }
}
