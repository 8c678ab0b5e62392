import type { ContractRequest } from '../../functions/inference/contracts/client.ts';
import { now, toMicroseconds } from '../client/clock.ts';
import { exchange } from '../client/exchange.ts';
import { addressed } from '../client/service.ts';
import { type LoadRun, PATIENCE_MILLISECONDS } from './load-run.ts';
import { dripFeed } from './slow.ts';

/** Larger than API Gateway's limit of 10 MB. */
const OVERSIZED_BYTES = 11_000_000;
const SLOW_SECONDS = 5;

interface BadRequest {
  abuse: string;
  /** Damages a good request of any contract. */
  change: (good: ContractRequest) => ContractRequest;
}

const NOT_UTF_8 = Buffer.alloc(500, 0xd7);
const json = (body: string) => (good: ContractRequest) => ({
  ...good,
  headers: { ...good.headers, 'content-type': 'application/json' },
  body,
});

/** Damaged requests that every contract must refuse, one for each kind of damage. */
const broken: BadRequest[] = [
  { abuse: 'JSON that breaks off', change: json('{"') },
  { abuse: 'JSON of something else', change: json('{"hello": [7]}') },
  { abuse: 'meaningless bytes', change: (good) => ({ ...good, body: NOT_UTF_8 }) },
  {
    abuse: 'cut off',
    change: (good) => ({ ...good, body: Buffer.concat([Buffer.from(good.body).subarray(0, 4), NOT_UTF_8]) }),
  },
  { abuse: 'empty body', change: json('') },
  {
    abuse: 'wrong media type',
    change: (good) => ({ ...good, headers: { 'content-type': 'video/mp4' }, body: 'hello' }),
  },
  { abuse: 'wrong method', change: (good) => ({ ...good, method: 'DELETE' }) },
];
let next = 0;

/** The body is made once, because making eleven megabytes would delay the other virtual users of this Artillery worker. */
let largeBody: Buffer | undefined;
const oversized: BadRequest = {
  abuse: 'oversized',
  change: (good) => {
    largeBody ??= Buffer.alloc(OVERSIZED_BYTES, 'A');
    return { ...good, body: largeBody };
  },
};

/** Sends the next of the broken requests: each must be refused with a status of 400 to 499. */
export async function sendBroken(run: LoadRun): Promise<void> {
  await send(run, broken[next++ % broken.length] as BadRequest);
}

/** Sends more bytes than the gateway accepts. The gateway may refuse the request or cut the connection. */
export async function sendOversized(run: LoadRun): Promise<void> {
  await send(run, oversized);
}

/** Sends a request one byte at a time and gives up in the middle. */
export async function sendSlowly(run: LoadRun, seconds = SLOW_SECONDS): Promise<void> {
  const at = now();
  await dripFeed(addressed(run.settings.service, run.goodRequest()), seconds);
  const milliseconds = toMicroseconds(now() - at);
  run.recordFrom(at, { kind: 'abuse', abuse: 'slow', at, milliseconds, refused: true });
}

async function send(run: LoadRun, { abuse, change }: BadRequest): Promise<void> {
  const { service } = run.settings;
  const request = addressed(service, change(run.goodRequest()));
  const sent = await exchange(request.url, { ...request, timeoutMilliseconds: PATIENCE_MILLISECONDS });
  const { at, milliseconds, outcome, status } = sent;
  const cut = outcome === 'error' && abuse === oversized.abuse;
  const refused = cut || (status !== undefined && status >= 400 && status < 500);
  const known = status === undefined ? {} : { status };
  run.recordFrom(at, { kind: 'abuse', abuse, at, milliseconds, refused, ...known });
}
