import { randomUUID } from 'node:crypto';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { credentialsOf } from '../aws/credentials.ts';
import type { ContractRequest, ContractResponse } from '../inference/contracts/client.ts';
import { embeddedMetrics } from '../inference/telemetry/measure.ts';
import { type Outcome, readSampledModel, sendSample } from '../sample-requests/sampled-model.ts';

const INTERVAL_MILLISECONDS = 300_000;

/**
 * Sends one sample per invocation, in turn, to the public address, and prints the outcome as a log
 * line that is also a metric record.
 *
 * @param environment `ADDRESS`, without a slash at the end; `SIGN`, which is `yes` if requests are signed by an identity
 * of AWS; `MODEL_DIRECTORY`; `DEADLINE_MILLISECONDS`; `SERVICE`, dimension of the metrics; `USER_AGENT`, also the
 * beginning of each request's id, by which alarms about callers ignore these requests
 * @throws Error from its handler if the model has no samples
 */
export async function startSyntheticRequest(environment: NodeJS.ProcessEnv): Promise<() => Promise<Outcome>> {
  const { ADDRESS = '', SIGN, MODEL_DIRECTORY = '', SERVICE = '', USER_AGENT = '' } = environment;
  const { AWS_REGION: region = '' } = environment;
  const deadline = Number(environment.DEADLINE_MILLISECONDS);
  const { client, samples } = await readSampledModel(MODEL_DIRECTORY);
  // Signed with AWS's library for signatures, because AWS has no client for requests to API Gateway.
  const credentials = () => credentialsOf(environment);
  const signer = new SignatureV4({ region, service: 'execute-api', credentials, sha256: Sha256 });
  return async () => {
    const sample = samples[Math.floor(Date.now() / INTERVAL_MILLISECONDS) % samples.length];
    if (!sample) throw new Error('The model has no samples: there is nothing to send.');
    const outcome = await sendSample(client, sample, `${USER_AGENT}-${randomUUID()}`, send);
    console.log(metricLine(outcome, deadline, SERVICE));
    return outcome;
  };

  /** Waits a little longer than the deadline, to distinguish a late response from none. */
  async function send({ method, path, headers: own, body }: ContractRequest): Promise<ContractResponse> {
    const url = new URL(`${ADDRESS}${path}`);
    const { protocol, hostname, pathname, host } = url;
    const headers = { ...own, 'user-agent': USER_AGENT };
    const request = { method, protocol, hostname, path: pathname, headers: { ...headers, host }, body };
    const response = await fetch(url, {
      method,
      headers: SIGN === 'yes' ? (await signer.sign(request)).headers : headers,
      body: Buffer.from(body),
      signal: AbortSignal.timeout(deadline + 5_000),
    });
    const text = await response.text();
    return { status: response.status, headers: Object.fromEntries(response.headers), body: text };
  }
}

/**
 * A log line in CloudWatch's embedded metric format. A request has failed if there is no response, or it comes after
 * the deadline; a wrong response is counted separately, because no model is always right.
 *
 * @param deadline in milliseconds
 * @param service dimension of the metrics
 */
export function metricLine(
  { sample, milliseconds, error, right }: Outcome,
  deadline: number,
  service: string,
): string {
  return JSON.stringify({
    service,
    sample,
    error: error?.message,
    ...embeddedMetrics(
      [
        ['SyntheticLatency', 'Milliseconds', milliseconds],
        ['SyntheticFailed', 'Count', error !== undefined || milliseconds > deadline ? 1 : 0],
        ['SyntheticWrong', 'Count', right === false ? 1 : 0],
      ],
      Date.now(),
    ),
  });
}
