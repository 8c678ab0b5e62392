import { describe, expect, it } from 'vitest';
import type { ContractRequest } from '../../../functions/inference/contracts/client.ts';
import { esun2021Client } from '../../../functions/inference/contracts/esun-2021/client.ts';
import { esun2022Client } from '../../../functions/inference/contracts/esun-2022/client.ts';
import type { Exchange } from '../../../load-tests/client/exchange.ts';
import { complaintAbout } from '../../../local/soak/faults/damage.ts';
import { bytesOf, DAMAGES, damageSample } from '../../../local/soak/faults/damaged-requests.ts';
import { Random } from '../../../local/soak/random.ts';
import { sampleOf } from './playing-service.ts';

const SAMPLE = sampleOf('one.png', '一');
const GOOD = esun2021Client.request(SAMPLE, 'a', 0);
/** As the contract predictions has it. */
const RAW: ContractRequest = { ...GOOD, headers: { 'content-type': 'image/png' }, body: SAMPLE.bytes };

const isSame = (one: ContractRequest, other: ContractRequest) =>
  one.method === other.method &&
  one.headers['content-type'] === other.headers['content-type'] &&
  bytesOf(one).equals(bytesOf(other));

describe('Every damage', () => {
  it.each(DAMAGES.map((damage) => [damage.name, damage] as const))('changes a request: %s', (_, damage) => {
    for (const good of [GOOD, RAW]) {
      const random = new Random(1);
      const damaged = Array.from({ length: 8 }, () => damage.apply(good, random));

      expect(damaged.some((one) => !isSame(one, good))).toBe(true);
    }
  });

  it('is the same again with the same seed', () => {
    for (const damage of DAMAGES) {
      const first = damage.apply(GOOD, new Random(7));

      expect(bytesOf(damage.apply(GOOD, new Random(7))).equals(bytesOf(first))).toBe(true);
    }
  });

  it('leaves a text a text, which a client can ask with', () => {
    const text = { ...SAMPLE, mediaType: 'text/plain', bytes: Buffer.from('今天 天氣 很好') };
    const random = new Random(2);
    const ask = () => esun2022Client.request(damageSample(text, random), 'a', 0);

    for (let times = 0; times < 50; times += 1) expect(ask).not.toThrow();
  });

  it('leaves the good request as it was', () => {
    const before = Buffer.from(SAMPLE.bytes);
    const random = new Random(3);
    for (let times = 0; times < 50; times += 1) damageSample(SAMPLE, random);

    expect(Buffer.from(SAMPLE.bytes).equals(before)).toBe(true);
  });
});

describe('A damaged request', () => {
  const treated = (fields: Partial<Exchange>): Exchange => ({
    outcome: 'answered',
    at: 0,
    milliseconds: 1,
    headers: {},
    headBytes: 0,
    body: Buffer.alloc(0),
    ...fields,
  });

  it.each([200, 400, 404, 405, 413, 415, 422])('may get %i', (status) => {
    expect(complaintAbout(treated({ status }))).toBeUndefined();
  });

  it.each([500, 502, 504])('must not get %i', (status) => {
    expect(complaintAbout(treated({ status }))).toBe(`status ${status}`);
  });

  it.each([429, 503])('may be put off with %i, if it says until when', (status) => {
    expect(complaintAbout(treated({ status }))).toBe(`status ${status} without Retry-After`);
    expect(complaintAbout(treated({ status, headers: { 'retry-after': '1' } }))).toBeUndefined();
  });

  it('must get an answer', () => {
    expect(complaintAbout(treated({ outcome: 'error', error: 'ECONNRESET' }))).toBe('no answer (ECONNRESET)');
  });
});
