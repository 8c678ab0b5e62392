import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ContractClient, Sample } from '../inference/contracts/client.ts';
import { type Outcome, type SampledModel, sendSample } from '../sample-requests/sampled-model.ts';
import { type CallVersion, LambdaRefusal } from './version.ts';

/** The first call includes a cold start, and models are large. */
const START_MILLISECONDS = 60_000;

/** The verdict on a version. */
export interface Verdict {
  readonly good: boolean;
  /** One line of text. */
  readonly reason: string;
}

/**
 * Requests the health of a version, then sends each sample of its model once. The version is good if as many
 * responses are right and before the deadline as `samplesRight` in `ensemble.json` demands.
 *
 * @param deadlineMilliseconds of a request
 * @param retry after throttling or errors of Lambda itself, which do not count against the version
 */
export async function checkVersion(
  call: CallVersion,
  { name, client, samples, samplesRight }: SampledModel,
  deadlineMilliseconds: number,
  retry: ReturnType<typeof retryFor>,
): Promise<Verdict> {
  // Permissions of the same deployment may not have taken effect yet, which affects functions that read a secret or a table.
  const ill = await retry(
    () => callHealth(call),
    (found) => found === undefined,
  );
  if (ill !== undefined) return { good: false, reason: ill };
  const outcomes: Outcome[] = [];
  for (const sample of samples) {
    // Until Lambda accepts it; the waiting time does not count against the version.
    const { outcome } = await retry(
      () => sendOnce(call, client, sample, 2 * deadlineMilliseconds),
      ({ refused }) => !refused,
    );
    outcomes.push(outcome);
  }
  const bad = outcomes.filter(
    ({ error, right, milliseconds }) =>
      error !== undefined || right === false || milliseconds > deadlineMilliseconds,
  );
  // At least one, if there are samples.
  const needed = Math.max(Math.min(1, samples.length), Math.floor(samplesRight * samples.length));
  const good = samples.length - bad.length >= needed;
  const told = bad.map((outcome) => describe(outcome, deadlineMilliseconds)).join('; ');
  const score = `${name}: ${samples.length - bad.length} of ${samples.length} samples right and in time`;
  return { good, reason: `${score}, ${needed} needed${told && `; ${told}`}` };
}

async function sendOnce(call: CallVersion, client: ContractClient, sample: Sample, timeout: number) {
  let refused = false;
  const outcome = await sendSample(client, sample, `release-check-${randomUUID()}`, (request) =>
    call(request, timeout).catch((error) => {
      refused = error instanceof LambdaRefusal;
      throw error;
    }),
  );
  return { outcome, refused };
}

/** The reason why a version is not ready. */
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

/** Within a time limit. */
const ATTEMPTS = 30;

/**
 * Repeats an attempt until its result is final or the time is over: a permission may not be effective yet, a call throttled.
 *
 * @param milliseconds for all that is attempted
 */
export function retryFor(milliseconds: number) {
  const until = performance.now() + milliseconds;
  const pause = milliseconds / ATTEMPTS;
  return async <Result>(attempt: () => Promise<Result>, isFinal: (result: Result) => boolean) => {
    for (;;) {
      const result = await attempt();
      if (isFinal(result) || performance.now() + pause > until) return result;
      await sleep(pause);
    }
  };
}
