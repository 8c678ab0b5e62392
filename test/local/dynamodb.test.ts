import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EmbeddedDynamoDb } from '../../local/table/dynamodb.ts';
import { startTable } from '../functions/support/dynamodb.ts';
import { callRaw, embeddedIn, environmentOf } from './helpers/embedded-table.ts';
import { startFixture, temporaryFolder } from './helpers/fixture-service.ts';

const put = (url: string, id: string, answer: string) =>
  fetch(`${url}/${id}`, { method: 'PUT', body: answer, headers: { 'content-type': 'text/plain' } });

/** Ends with the test. */
async function startIn(directory: string): Promise<EmbeddedDynamoDb> {
  const database = embeddedIn(directory);
  onTestFinished(() => database.stop());
  await database.start();
  return database;
}

/** Programs that cannot be started; Node reports the first with an event and throws for the second. */
const UNSTARTABLE = [
  ['an error event', join(import.meta.dirname, 'absent')],
  ['an exception', join(import.meta.filename, 'absent')],
] as const;

/** Makes every new process of Node fail to start, until the returned function is called. */
function breakNode(program: string): () => void {
  const { execPath } = process;
  const repair = () => {
    process.execPath = execPath;
  };
  onTestFinished(repair);
  process.execPath = program;
  return repair;
}

describe('The embedded DynamoDB', () => {
  it('keeps what was written when it is started again', async () => {
    const directory = temporaryFolder();
    const first = await startIn(directory);
    const item = { id: { S: 'id-1' }, answer: { S: '永' } };
    await callRaw(environmentOf(first), 'PutItem', { TableName: 'answers', Item: item });
    await first.stop();

    const second = await startIn(directory);

    const read = { TableName: 'answers', Key: { id: item.id } };
    expect(await callRaw(environmentOf(second), 'GetItem', read)).toMatchObject({ status: 200, item });
  });

  it('keeps what was written when it is killed, and comes back on the same port', async () => {
    const service = await startFixture('table', { cache: true });
    const endpoint = service.cacheEndpoint;
    await put(service.url, 'id-1', '永');

    process.kill(service.databasePid() as number, 'SIGKILL');

    await expect
      .poll(async () => (await fetch(`${service.url}/id-1`)).text(), { timeout: 10_000, interval: 200 })
      .toBe('永');
    expect(service.cacheEndpoint).toBe(endpoint);
  });

  it.each(UNSTARTABLE)('is tried again when its restart fails with %s', async (_, program) => {
    const database = await startIn(temporaryFolder());
    const repair = breakNode(program);

    process.kill(database.pid as number, 'SIGKILL');
    await expect.poll(() => database.pid).toBeUndefined();
    await delay(500);
    repair();

    await expect.poll(() => database.pid, { timeout: 5_000 }).toBeGreaterThan(0);
  });

  it.each(UNSTARTABLE)('stops the start when its process fails with %s', async (_, program) => {
    const database = embeddedIn(temporaryFolder());
    breakNode(program);

    await expect(database.start()).rejects.toThrow(/^the table in .* cannot be opened: .*spawn/);
  });

  it('is not shared: a second service on the same folder is told to take another', async () => {
    const directory = temporaryFolder();
    await startIn(directory);

    await expect(startIn(directory)).rejects.toThrow(
      `the table in ${join(directory, 'table')} cannot be opened: another service uses that folder, choose another one with --data`,
    );
  });

  it('gives way to the one that AWS_ENDPOINT_URL_DYNAMODB names', async () => {
    const given = await startTable();
    onTestFinished(() => given.stop());
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', given.environment.AWS_ENDPOINT_URL_DYNAMODB);
    onTestFinished(() => void vi.unstubAllEnvs());

    const guest = await startFixture('table', { cache: true });
    await put(guest.url, 'id-1', '永');

    expect(await (await fetch(`${guest.url}/id-1`)).text()).toBe('永');
    expect(guest.databasePid()).toBeUndefined();
    const { TableNames } = await given.client.send(new ListTablesCommand({}));
    expect(TableNames).toContain('subsecond-predictions');
  });
});
