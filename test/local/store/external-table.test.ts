/** `--table`: services share the responses in a table of DynamoDB. */
import { afterAll, expect, it, onTestFinished } from 'vitest';
import type { ServiceOptions } from '../../../local/options.ts';
import { openTable } from '../../../local/store/external-table.ts';
import { startFaultyTable } from '../../functions/support/faulty-table.ts';
import { send, startTiny } from '../support/tiny-service.ts';

const faulty = await startFaultyTable();
afterAll(() => faulty.stop());

function start(table = 'responses') {
  // Long time-outs, because a busy machine must not look like a slow table.
  const patient = { DEADLINE_MILLISECONDS: '20000', CACHE_MILLISECONDS: '15000' };
  const all = { ...faulty.environment, ...patient };
  return startTiny({ cache: true, table, environment: all as ServiceOptions['environment'] & {} });
}

it('is not opened because TABLE_NAME is set, which is for functions on Lambda', async () => {
  const before = faulty.calls.length;
  const service = await startTiny({ cache: true, environment: faulty.environment as Record<string, string> });

  await send(service.url, 'colours', 'here');

  expect((await send(service.url, 'colours', 'here')).headers.get('x-subsecond-cache')).toBe('hit');
  expect(service.cache).toMatch(/^SQLite, /);
  expect(faulty.calls).toHaveLength(before);
});

it('says before the start which table is missing, and how to make it', async () => {
  await expect(start('absent')).rejects.toThrow(
    /^the table absent cannot be used: .*; create it: aws dynamodb create-table --table-name absent/,
  );
});

it('must respond when a service starts, and need not when one of its front processes is replaced', async () => {
  const open = (tries: boolean) => openTable('responses', faulty.environment, 1, tries);
  faulty.fail('failing');
  onTestFinished(() => faulty.fail('none'));

  await expect(open(true)).rejects.toThrow('the table responses cannot be used');

  (await open(false)).close();
});

it('serves requests that have arrived when the service stops, and another service afterwards', async () => {
  const service = await start();
  const before = faulty.calls.length;
  faulty.fail('slow');
  const arrived = send(service.url, 'colours', 'late');
  await expect.poll(() => faulty.calls.length).toBeGreaterThan(before);
  faulty.fail('none');

  const stopping = service.stop();
  const response = await arrived;
  await stopping;

  const next = await start();
  const again = await send(next.url, 'colours', 'late');
  expect([response, again].map(({ headers }) => headers.get('x-subsecond-cache'))).toEqual(['miss', 'hit']);
  expect(await again.text()).toBe(await response.text());
});
