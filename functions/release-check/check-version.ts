import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ContractClient, Sample } from '../inference/contracts/client.ts';
import type { SampledModel } from './sampled-model.ts';
import { type CallVersion, LambdaRefusal } from './version.ts';

/** The first call includes a cold start, and models are large. */
const START_MILLISECONDS = 60_000;
/** No sample is sent after this time. The check's own function has five minutes, of which the last sample takes at most one. */
const CHECK_MILLISECONDS = 200_000;

/** Lambda's rule for long starts (developer guide, "Understanding the Lambda execution environment lifecycle"). */
const LONG_START =
  "Without provisioned concurrency, Lambda gives a start 10 s and then the function's timeout: each request beyond it would " +
  'fail, too. Add memory or take a smaller model; --hotfix deploys without this check.';

/**
 * Requests the health of a version, then sends each sample of its model once. The version is good if as many responses are
 * right and before the deadline as `samplesRight` in `ensemble.json` demands. The check stops once that is impossible.
 *
 * @param deadlineMilliseconds of a request
 * @param retry after throttling or errors of Lambda itself, which do not count against the version
 */
export async function checkVersion(
  call: CallVersion,
  { name, client, samples, samplesRight }: SampledModel,
  deadlineMilliseconds: number,
  retry: ReturnType<typeof retryFor>,
  milliseconds = CHECK_MILLISECONDS,
) {
  const until = performance.now() + milliseconds;
  // Permissions of the same deployment may not have taken effect yet, which affects functions that read a secret or a table.
  const ill = await retry(() => callHealth(call));
  if (ill !== undefined) return { good: false, reason: ill };
  const faults: string[] = [];
  // At least one response must be right, if there are samples.
  const needed = Math.max(Math.min(1, samples.length), Math.floor(samplesRight * samples.length));
  let sent = 0;
  for (const sample of samples) {
    if (faults.length > samples.length - needed || performance.now() > until) break;
    sent += 1;
    // A sample is sent again until Lambda accepts it. The waiting time does not count against the version.
    const fault = await retry(
      () => faultOf(call, client, sample, deadlineMilliseconds),
      (error) => !(error instanceof LambdaRefusal),
    );
    if (fault) faults.push(`${sample.name}: ${fault.message}`);
  }
  const right = sent - faults.length;
  const why = performance.now() > until ? `, because its ${milliseconds / 1000} s had passed` : '';
  const stopped = sent === samples.length ? '' : ` (stopped after ${sent} of ${samples.length}${why})`;
  const score = `${name}: ${right} of ${sent} samples right and in time, ${needed} needed${stopped}`;
  return { good: right >= needed, reason: [score, ...faults].join('; ') };
}

/** The reason why a version is not ready. */
async function callHealth(call: CallVersion): Promise<string | undefined> {
  try {
    const health = await call({ method: 'GET', path: '/healthz', headers: {}, body: '' }, START_MILLISECONDS);
    const { status } = health.status === 200 ? JSON.parse(health.body) : { status: health.status };
    return status === 'ready' ? undefined : `/healthz says ${status}: ${health.body.slice(0, 300)}`;
  } catch (error) {
    const { message } = error as Error;
    const advice = /timed ?out/i.test(message) ? `. ${LONG_START}` : '';
    return `/healthz does not respond: ${message}${advice}`;
  }
}

/** Sends a sample with a new id. @returns why the response does not count as right and in time */
async function faultOf(
  call: CallVersion,
  client: ContractClient,
  sample: Sample,
  deadlineMilliseconds: number,
): Promise<Error | undefined> {
  const id = `release-check-${randomUUID()}`;
  const started = performance.now();
  try {
    const response = await call(client.request(sample, id, 0), 2 * deadlineMilliseconds);
    const reply = client.read(response, id, Date.now() / 1000);
    if ('error' in reply) return new Error(reply.error);
    if (sample.label !== undefined && reply.prediction !== sample.label) return new Error('another response');
  } catch (error) {
    return error as Error;
  }
  const milliseconds = Math.round(performance.now() - started);
  if (milliseconds <= deadlineMilliseconds) return undefined;
  return new Error(`${milliseconds} ms, more than ${deadlineMilliseconds}`);
}

/**
 * Repeats an attempt until its result is final (by default: nothing is wrong) or the time is over, because a permission may not
 * be effective yet, or a call may be throttled.
 *
 * @param milliseconds for all attempts together
 */
export function retryFor(milliseconds: number) {
  const until = performance.now() + milliseconds;
  const pause = milliseconds / 30;
  return async <Result>(
    attempt: () => Promise<Result>,
    isFinal = (result: Result) => result === undefined,
  ) => {
    for (;;) {
      const result = await attempt();
      if (isFinal(result) || performance.now() + pause > until) return result;
      await sleep(pause);
    }
  };
}
