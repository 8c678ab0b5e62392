import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keySource } from '../../../functions/aws/key-source.ts';
import { newFolder } from '../../layers/scratch.ts';
import { type Answer, CREDENTIALS, fakeService } from '../support/fake-service.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const HOUR = 3_600_000;

describe('the keys of a function', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
  afterEach(() => void vi.useRealTimers());

  const keysUntil = (name: string, expires: number): Answer => ({
    body: JSON.stringify({
      AccessKeyId: name,
      SecretAccessKey: 'secret',
      Token: 'token',
      Expiration: new Date(expires).toISOString(),
    }),
  });

  /** Keys from an endpoint that gives these answers one after the other, and the last for ever. */
  async function fromEndpoint(answers: (Answer | undefined)[], environment: NodeJS.ProcessEnv = {}) {
    let asked = 0;
    const { url, arrived } = await fakeService(() => answers[Math.min(asked++, answers.length - 1)]);
    const source = keySource({ AWS_CONTAINER_CREDENTIALS_FULL_URI: `${url}/keys`, ...environment });
    const idOf = async () => (await source()).accessKeyId;
    return { idOf, source, arrived };
  }

  it('are those of the environment, before those of an endpoint', async () => {
    const { source, arrived } = await fromEndpoint([keysUntil('other', NOW + HOUR)], CREDENTIALS);

    expect(await source()).toEqual({
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'never-to-be-seen',
      sessionToken: 'session',
    });
    expect(arrived).toHaveLength(0);
  });

  it('are fetched once for all who ask, until five minutes before they expire', async () => {
    const { idOf, arrived } = await fromEndpoint([
      keysUntil('first', NOW + HOUR),
      keysUntil('second', NOW + 2 * HOUR),
    ]);

    expect(await Promise.all([idOf(), idOf(), idOf()])).toEqual(['first', 'first', 'first']);
    vi.setSystemTime(NOW + HOUR - 301_000);
    expect(await idOf()).toBe('first');
    expect(arrived).toHaveLength(1);

    vi.setSystemTime(NOW + HOUR - 299_000);
    expect(await idOf()).toBe('first');
    await expect.poll(idOf).toBe('second');
    expect(arrived).toHaveLength(2);
  });

  it('are waited for once they have expired, as in an environment that was frozen', async () => {
    const { idOf } = await fromEndpoint([
      keysUntil('first', NOW + HOUR),
      keysUntil('second', NOW + 9 * HOUR),
    ]);
    await idOf();

    vi.setSystemTime(NOW + HOUR);

    expect(await idOf()).toBe('second');
  });

  it('stay in use while the endpoint fails, which is asked again every five seconds', async () => {
    const failure = { status: 500, body: 'secret' };
    const { idOf, arrived } = await fromEndpoint([keysUntil('first', NOW + HOUR), failure]);
    await idOf();

    vi.setSystemTime(NOW + HOUR - 200_000);
    expect(await idOf()).toBe('first');
    await expect.poll(() => arrived).toHaveLength(2);
    expect(await idOf()).toBe('first');
    vi.setSystemTime(NOW + HOUR - 194_000);
    expect(await idOf()).toBe('first');
    await expect.poll(() => arrived).toHaveLength(3);

    vi.setSystemTime(NOW + HOUR);
    await expect(idOf()).rejects.toThrow("The endpoint of the function's keys answers 500, and no keys.");
  });

  it('are asked for with a token, which a file may hold that changes', async () => {
    const file = join(newFolder(), 'token');
    writeFileSync(file, 'one\n');
    const { idOf, arrived } = await fromEndpoint([keysUntil('short', NOW)], {
      AWS_CONTAINER_AUTHORIZATION_TOKEN: 'other',
      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file,
    });

    await idOf();
    writeFileSync(file, 'two');
    await idOf();

    expect(arrived.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/keys', 'one'],
      ['/keys', 'two'],
    ]);
  });

  it.each<[string, Answer]>([
    ['refused', { status: 403, body: '{"Message":"secret"}' }],
    ['garbled', { body: '<html>secret</html>' }],
    ['half there', { body: '{"AccessKeyId":"id","SecretAccessKey":"secret","Token":"token"}' }],
  ])('that are %s are none, and nothing of what was answered is told', async (_, answer) => {
    const { idOf } = await fromEndpoint([answer]);

    await expect(idOf()).rejects.toThrow(/^The endpoint of the function's keys answers \d+, and no keys\.$/);
  });

  it('are waited for no longer than a second', async () => {
    const { idOf } = await fromEndpoint([undefined]);

    await expect(idOf()).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it.each(['http://192.0.2.1/keys', 'http://localhost.example/keys', 'http://169.254.170.234/'])(
    'and the token for them go to no stranger without TLS: %s',
    async (address) => {
      const source = keySource({ AWS_CONTAINER_CREDENTIALS_FULL_URI: address });

      await expect(source()).rejects.toThrow('AWS_CONTAINER_CREDENTIALS_FULL_URI must be https');
    },
  );

  it('are missed by name where there are none', () => {
    expect(keySource({})).toThrow('Neither AWS_ACCESS_KEY_ID nor AWS_CONTAINER_CREDENTIALS_FULL_URI is set.');
  });
});
