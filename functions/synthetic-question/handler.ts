import { randomUUID } from 'node:crypto';
import { credentialsOf } from '../aws/credentials.ts';
import { signedFetch } from '../aws/signed-fetch.ts';
import type { ContractRequest, ContractResponse } from '../inference/contracts/client.ts';
import { askSample, type Outcome } from '../sample-questions/ask-sample.ts';
import { readSampledTask } from '../sample-questions/sampled-task.ts';
import { metricLine } from './metric-line.ts';
import { SYNTHETIC_ID_PREFIX, SYNTHETIC_USER_AGENT } from './user-agent.ts';

/** One question is asked in each. */
const INTERVAL_MILLISECONDS = 300_000;

/**
 * Asks one sample after the other at the address that callers use, one with each call, and prints what came of it as a
 * line that is a metric record as well.
 *
 * @param environment `ADDRESS`, without a slash at the end, and `SIGN`, `yes` where questions are signed by AWS's
 * identities; `MODEL_DIRECTORY`; `BUDGET_MILLISECONDS`; `SERVICE`, dimension of the metrics
 * @throws Error from its handler where the task has no samples
 */
export async function startSyntheticQuestion(
  environment: NodeJS.ProcessEnv,
): Promise<() => Promise<Outcome>> {
  const { ADDRESS = '', SIGN, MODEL_DIRECTORY = '', SERVICE = '' } = environment;
  const budget = Number(environment.BUDGET_MILLISECONDS);
  const { client, samples } = await readSampledTask(MODEL_DIRECTORY);
  return async () => {
    const sample = samples[Math.floor(Date.now() / INTERVAL_MILLISECONDS) % samples.length];
    if (!sample) throw new Error('The task has no samples: there is nothing to ask.');
    const outcome = await askSample(client, sample, `${SYNTHETIC_ID_PREFIX}${randomUUID()}`, send);
    console.log(metricLine(outcome, budget, SERVICE));
    return outcome;
  };

  /** Waits a little longer than callers do, so that a late answer can be told from none. */
  async function send({ method, path, headers, body }: ContractRequest): Promise<ContractResponse> {
    const url = new URL(`${ADDRESS}${path}`);
    const own = { ...headers, 'user-agent': SYNTHETIC_USER_AGENT };
    const { AWS_REGION: region = '' } = environment;
    const timeoutMilliseconds = budget + 5_000;
    const response =
      SIGN === 'yes'
        ? await signedFetch(
            url,
            { method, headers: own, body, timeoutMilliseconds },
            { region, service: 'execute-api', credentials: await credentialsOf(environment) },
          )
        : await fetch(url, {
            method,
            headers: own,
            body: Buffer.from(body),
            signal: AbortSignal.timeout(timeoutMilliseconds),
          });
    const text = await response.text();
    return { status: response.status, headers: Object.fromEntries(response.headers), body: text };
  }
}
