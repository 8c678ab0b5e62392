import { randomUUID } from 'node:crypto';
import { exchange } from '../client/exchange.ts';
import type { Metrics } from './artillery.ts';
import type { LoadRun } from './load-run.ts';
import { dripFeed } from './slow.ts';

/** Larger than API Gateway's 10 MB. */
const OVERSIZED_BYTES = 11_000_000;
const SLOW_SECONDS = 5;

interface BadRequest {
  abuse: string;
  method?: string;
  type?: string;
  body: () => string | Buffer;
}

const question = (fields: Record<string, unknown>) =>
  JSON.stringify({ esun_uuid: randomUUID(), esun_timestamp: Math.floor(Date.now() / 1000), ...fields });

/** Requests that break the contract, one rule each. */
const broken: BadRequest[] = [
  { abuse: 'not JSON', body: () => '{"esun_uuid":' },
  { abuse: 'no image', body: () => question({}) },
  { abuse: 'image is a number', body: () => question({ image: 7 }) },
  { abuse: 'not base64', body: () => question({ image: '永永永' }) },
  { abuse: 'no picture', body: () => question({ image: Buffer.from('no picture').toString('base64') }) },
  { abuse: 'wrong media type', type: 'text/plain', body: () => 'hello' },
  { abuse: 'wrong method', method: 'PUT', body: () => question({}) },
  { abuse: 'empty body', body: () => '' },
];
let next = 0;

let largeBody: Buffer | undefined;
/** Made only once: eleven megabytes of JSON would hold up the other users of this worker every time. */
function oversized(): Buffer {
  largeBody ??= Buffer.from(question({ image: 'A'.repeat(OVERSIZED_BYTES) }));
  return largeBody;
}

/** Sends the next of the broken requests: each must be refused with a status of 400 to 499. */
export async function sendBroken(run: LoadRun, metrics: Metrics): Promise<void> {
  await send(run, metrics, broken[next++ % broken.length] as BadRequest);
}

/** Sends more than the gateway takes: it may refuse or cut the connection. */
export async function sendOversized(run: LoadRun, metrics: Metrics): Promise<void> {
  await send(run, metrics, { abuse: 'oversized', body: oversized });
}

/** Sends a request one byte at a time and gives up in the middle. */
export async function sendSlowly(run: LoadRun, metrics: Metrics, seconds = SLOW_SECONDS): Promise<void> {
  const at = Date.now();
  await dripFeed(new URL(`${run.settings.target}/inference`), seconds);
  metrics.emit('counter', 'subsecond.abuse', 1);
  run.record({ kind: 'abuse', abuse: 'slow', at, milliseconds: Date.now() - at, refused: true });
}

async function send(run: LoadRun, metrics: Metrics, bad: BadRequest): Promise<void> {
  const { at, milliseconds, outcome, status } = await exchange(new URL(`${run.settings.target}/inference`), {
    method: bad.method ?? 'POST',
    headers: { 'content-type': bad.type ?? 'application/json' },
    body: bad.body(),
    timeoutMilliseconds: run.settings.patience,
  });
  const cut = outcome === 'error' && bad.abuse === 'oversized';
  const refused = cut || (status !== undefined && status >= 400 && status < 500);
  metrics.emit('counter', 'subsecond.abuse', 1);
  metrics.emit('counter', 'subsecond.accepted', refused ? 0 : 1);
  const known = status === undefined ? {} : { status };
  run.record({ kind: 'abuse', abuse: bad.abuse, at, milliseconds, refused, ...known });
}
