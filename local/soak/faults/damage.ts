/** Damaged questions: each gets an answer or a refusal, in time, and none makes the service fail. */
import { randomUUID } from 'node:crypto';
import { modelPath } from '../../../functions/inference/contracts/addresses.ts';
import type { ContractRequest } from '../../../functions/inference/contracts/client.ts';
import { type Exchange, exchange } from '../../../load-tests/client/exchange.ts';
import { isRetryAfter } from '../asking/reading.ts';
import { bytesOf, DAMAGES, damageSample } from './damaged-requests.ts';
import { type Fault, NotSurvived, type Stage } from './fault.ts';

const REQUESTS = 60;
/** Nobody waits longer for the refusal of a damaged question. */
const LIMIT_MILLISECONDS = 10_000;

export const damageFaults: readonly Fault[] = [
  {
    name: `${REQUESTS} damaged requests`,
    family: 'damage',
    recoverySeconds: 15,
    inflict: (stage) =>
      sendAll(stage, () => {
        const { random } = stage;
        const damage = random.pick(DAMAGES);
        const good = stage.client.request(random.pick(stage.samples), randomUUID(), 0);
        // Every task is asked by the Open Inference Protocol, too.
        const asked = random.chance(0.3) ? { ...good, path: `${modelPath(stage.task)}/infer` } : good;
        return { what: `${damage.name} at ${asked.path}`, request: damage.apply(asked, random) };
      }),
  },
  {
    name: `${REQUESTS} good requests with damaged samples`,
    family: 'damage',
    leftOut: ({ mediaType }) =>
      mediaType === 'application/json' ? 'its samples are requests, which are damaged as such' : undefined,
    recoverySeconds: 15,
    inflict: (stage) =>
      sendAll(stage, () => {
        const sample = stage.random.pick(stage.samples);
        const request = stage.client.request(damageSample(sample, stage.random), randomUUID(), 0);
        return { what: `damaged ${sample.name}`, request };
      }),
  },
];

interface Sent {
  readonly what: string;
  readonly request: ContractRequest;
}

async function sendAll(stage: Stage, make: () => Sent): Promise<void> {
  const wrong: string[] = [];
  for (let sent = 0; sent < REQUESTS && !stage.signal.aborted; sent += 1) {
    const { what, request } = make();
    const { method, path, headers, body } = request;
    const result = await exchange(new URL(`${stage.service.url}${path}`), {
      method,
      headers,
      body,
      timeoutMilliseconds: LIMIT_MILLISECONDS,
    });
    stage.counts.damaged += 1;
    const complaint = complaintAbout(result);
    if (complaint === undefined) {
      if ((result.status ?? 0) >= 400) stage.counts.damagedRefused += 1;
      continue;
    }
    wrong.push(`${what}: ${complaint}`);
    const key = result.status === undefined ? 'none' : String(result.status);
    stage.counts.wrongStatuses.set(key, (stage.counts.wrongStatuses.get(key) ?? 0) + 1);
    stage.counts.wrong['wrong status'] += 1;
    const shown = bytesOf(request).toString('base64');
    stage.takeDown('wrong status', { what, complaint, method, path, headers, body: shown.slice(0, 20_000) });
  }
  if (wrong.length > 0) throw new NotSurvived(`${wrong.length} of ${REQUESTS}, the first: ${wrong[0]}`);
}

/** @returns what is wrong with how a damaged request was treated; undefined: nothing */
export function complaintAbout({ outcome, status, headers, error }: Exchange): string | undefined {
  if (outcome !== 'answered' || status === undefined) return `no answer (${error})`;
  if (status >= 200 && status < 500 && status !== 429) return undefined;
  const retryAfter = headers['retry-after'];
  if ((status === 429 || status === 503) && isRetryAfter(retryAfter)) return undefined;
  return `status ${status}${status === 429 || status === 503 ? ' without Retry-After' : ''}`;
}
