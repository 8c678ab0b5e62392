/** A table that was lost while the service ran stayed lost: it is made again, and that is said, counted and seen in /healthz. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { CreateTableCommand, DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { TableKeeper } from '../../../local/table/table-keeper.ts';
import { ANSWERS, startTable } from '../../functions/support/dynamodb.ts';
import { bodyOf, CONTEXT, event } from '../../functions/support/events.ts';
import { quietHandler } from '../../functions/support/tiny.ts';
import { startFixture, temporaryFolder } from '../helpers/fixture-service.ts';

const put = (url: string, id: string) =>
  fetch(`${url}/${id}`, { method: 'PUT', body: '永', headers: { 'content-type': 'text/plain' } });

/** What is printed for people. */
function listen(): () => string {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  return () => said.mock.calls.map(([line]) => line).join('\n');
}

describe('When the folder of the table is removed', () => {
  it('the table is made again, which is said and counted', async () => {
    const said = listen();
    const dataDirectory = temporaryFolder();
    const service = await startFixture('table', { cache: true, dataDirectory });
    await put(service.url, 'before');

    rmSync(join(dataDirectory, 'table'), { recursive: true });

    const counts = () => service.statistics().incidents;
    await expect.poll(counts, { timeout: 15_000 }).toMatchObject({ TableDeaths: 1, TablesMade: 1 });
    expect((await put(service.url, 'after')).status).toBe(201);
    expect(said()).toMatch(/^warning: the table has ended, it is started again: its files were removed$/m);
    expect(said()).toMatch(/^warning: the table was gone and is made again/m);
  });
});

describe('GET /healthz', () => {
  it('says whether the table is there', async () => {
    const database = await startTable();
    onTestFinished(() => database.stop());
    const handler = await quietHandler({ ...database.environment, CACHE_MILLISECONDS: '850' });
    const health = async () => bodyOf(await handler(event('GET', '/healthz'), CONTEXT));
    const before = await health();

    await database.client.send(new DeleteTableCommand({ TableName: 'answers' }));
    const meanwhile = await health();
    await database.client.send(new CreateTableCommand(ANSWERS));

    expect(before).toMatchObject({ status: 'ready', cache: 'ready' });
    expect(meanwhile).toMatchObject({ status: 'degraded', cache: 'degraded' });
    expect(await health()).toMatchObject({ status: 'ready', cache: 'ready' });
  });
});

describe('The keeper of the table', () => {
  it('says once that it is out of reach, and again only when it was back meanwhile', async () => {
    const report = vi.fn();
    const reach = vi.fn<() => Promise<void>>();
    const keeper = new TableKeeper(reach, { report });
    onTestFinished(() => keeper.close());
    for (const found of ['out', 'out', 'there', 'out'] as const) {
      reach.mockImplementationOnce(async () => {
        if (found === 'out') throw new Error('connection refused');
      });
      await keeper.look();
    }

    expect(report.mock.calls.map(([incident]) => incident)).toEqual(['TableOutages', 'TableOutages']);
  });

  it('looks again by itself', async () => {
    const reach = vi.fn(async () => {});
    const keeper = new TableKeeper(reach, { report: vi.fn() }, 5);
    onTestFinished(() => keeper.close());

    await expect.poll(() => reach.mock.calls.length).toBeGreaterThan(2);
  });
});
