import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ContractClient, Sample } from '../inference/contracts/client.ts';
import type { SampledModel } from './sampled-model.ts';
import { type CallVersion, LambdaRefusal } from './version.ts';

/** Timeout of a request of `/healthz`. It includes a cold start, in which a large model may take long to load. */
const START_MILLISECONDS = 60_000;
/** No sample is sent after this time. The check's own function has five minutes. The last sample takes at most one minute. */
const CHECK_MILLISECONDS = 200_000;

/** Lambda's rule for long starts (developer guide, "Understanding the Lambda execution environment lifecycle"). */
const LONG_START =
  "Without provisioned concurrency, Lambda repeats a start of more than 10 s within the function's timeout. If this timeout is too " +
  'short, requests that wait for a start fail. Add memory or take a smaller model; --hotfix deploys without this check.';

/**
 * Requests the health of a version, then sends the samples of its model. The version is good if enough responses are right
 * and within the deadline: the share `samplesRight` of the samples, rounded down, but at least one. The check stops when too many
 * responses are wrong or late, or when its time is over.
 *
 * @param deadlineMilliseconds of a request
 * @param patience milliseconds in which the request of `/healthz` is repeated after every error. During as many further
 *   milliseconds, samples that Lambda itself refused are sent again
 * @param milliseconds after which no sample is sent
 * @throws Error that says why the version is not ready
 */
export async function checkVersion(
  call: CallVersion,
  { name, client, samples, samplesRight }: SampledModel,
  deadlineMilliseconds: number,
  patience: number,
  milliseconds = CHECK_MILLISECONDS,
) {
  const until = performance.now() + milliseconds;
  // A function that reads a secret or a table fails until its permissions, which the same deployment gives, have taken effect.
  await retryFor(patience)(() => requireHealth(call));
  // The samples have a time of their own, because a cold start may take longer than `patience`.
  const retry = retryFor(patience);
  const faults: string[] = [];
  // At least one response must be right, if there are samples.
  const needed = Math.max(Math.min(1, samples.length), Math.floor(samplesRight * samples.length));
  let sent = 0;
  for (const sample of samples) {
    if (faults.length > samples.length - needed || performance.now() > until) break;
    sent += 1;
    // A refusal by Lambda itself is no fault of the version, so the sample is sent again, as long as `retry` has time.
    await retry(
      () => requireRight(call, client, sample, deadlineMilliseconds),
      (error) => !(error instanceof LambdaRefusal),
    ).catch(({ message }: Error) => faults.push(`${sample.name}: ${message}`));
  }
  const right = sent - faults.length;
  const why = performance.now() > until ? `, because the limit of ${milliseconds / 1000} s had passed` : '';
  const stopped = sent === samples.length ? '' : ` (stopped after ${sent} of ${samples.length}${why})`;
  const score = `${name}: ${right} of ${sent} samples right and in time, ${needed} needed${stopped}`;
  return { good: right >= needed, reason: [score, ...faults].join('; ') };
}

/** @throws Error that says why a version is not ready */
async function requireHealth(call: CallVersion): Promise<void> {
  const request = { method: 'GET', path: '/healthz', headers: {}, body: '' } as const;
  const health = await call(request, START_MILLISECONDS).catch(({ message }: Error) => {
    const advice = /timed ?out/i.test(message) ? `. ${LONG_START}` : '';
    throw new Error(`/healthz does not respond: ${message}${advice}`);
  });
  const { status } = health.status === 200 ? JSON.parse(health.body) : health;
  if (status !== 'ready') throw new Error(`/healthz says ${status}: ${health.body.slice(0, 300)}`);
}

/** Sends a sample with a new id. @throws Error that says why the response does not count as right and in time */
async function requireRight(
  call: CallVersion,
  client: ContractClient,
  sample: Sample,
  deadlineMilliseconds: number,
): Promise<void> {
  const id = `release-check-${randomUUID()}`;
  const started = performance.now();
  const response = await call(client.request(sample, id, 0), 2 * deadlineMilliseconds);
  const reply = client.read(response, id, Date.now() / 1000);
  if ('error' in reply) throw new Error(reply.error);
  if (sample.label !== undefined && reply.prediction !== sample.label) throw new Error('wrong prediction');
  const milliseconds = Math.round(performance.now() - started);
  if (milliseconds > deadlineMilliseconds) {
    throw new Error(`took ${milliseconds} ms, more than the deadline of ${deadlineMilliseconds} ms`);
  }
}

/**
 * Makes a function that repeats an attempt until it succeeds, its error is final or the time is over. By default, no error is
 * final. An attempt may fail because a permission is not effective yet, or a call is throttled.
 *
 * @param milliseconds after which nothing is repeated, counted from this call
 * @returns the function, which throws the error of the last attempt
 */
export function retryFor(milliseconds: number) {
  const until = performance.now() + milliseconds;
  const pause = milliseconds / 30;
  return async (attempt: () => Promise<void>, isFinal = (_: unknown) => false) => {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (isFinal(error) || performance.now() + pause > until) throw error;
        await sleep(pause);
      }
    }
  };
}
