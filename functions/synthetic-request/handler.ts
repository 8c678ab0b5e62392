import { randomUUID } from 'node:crypto';
import type { ContractRequest, ContractResponse } from '../inference/contracts/client.ts';
import { readSampledModel } from '../sample-requests/sampled-model.ts';
import { type Outcome, sendSample } from '../sample-requests/send-sample.ts';
import { metricLine } from './metric-line.ts';
import { signedHeaders } from './sign.ts';
import { SYNTHETIC_ID_PREFIX, SYNTHETIC_USER_AGENT } from './user-agent.ts';

/** One request is sent in each. */
const INTERVAL_MILLISECONDS = 300_000;

/**
 * Sends one sample after the other to the address that callers use, one with each call, and prints the outcome as a log
 * line that is a metric record as well.
 *
 * @param environment `ADDRESS`, without a slash at the end, and `SIGN`, `yes` where requests are signed by AWS's
 * identities; `MODEL_DIRECTORY`; `DEADLINE_MILLISECONDS`; `SERVICE`, dimension of the metrics
 * @throws Error from its handler where the model has no samples
 */
export async function startSyntheticRequest(environment: NodeJS.ProcessEnv): Promise<() => Promise<Outcome>> {
  const { ADDRESS = '', SIGN, MODEL_DIRECTORY = '', SERVICE = '' } = environment;
  const deadline = Number(environment.DEADLINE_MILLISECONDS);
  const { client, samples } = await readSampledModel(MODEL_DIRECTORY);
  return async () => {
    const sample = samples[Math.floor(Date.now() / INTERVAL_MILLISECONDS) % samples.length];
    if (!sample) throw new Error('The model has no samples: there is nothing to send.');
    const outcome = await sendSample(client, sample, `${SYNTHETIC_ID_PREFIX}${randomUUID()}`, send);
    console.log(metricLine(outcome, deadline, SERVICE));
    return outcome;
  };

  /** Waits a little longer than callers do, so that a late response can be told from none. */
  async function send({ method, path, headers, body }: ContractRequest): Promise<ContractResponse> {
    const url = new URL(`${ADDRESS}${path}`);
    const own = { ...headers, 'user-agent': SYNTHETIC_USER_AGENT };
    const signed =
      SIGN === 'yes' ? await signedHeaders(url, { method, headers: own, body }, environment) : own;
    const response = await fetch(url, {
      method,
      headers: signed,
      body: Buffer.from(body),
      signal: AbortSignal.timeout(deadline + 5_000),
    });
    const text = await response.text();
    return { status: response.status, headers: Object.fromEntries(response.headers), body: text };
  }
}
