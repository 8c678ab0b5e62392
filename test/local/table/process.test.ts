/** The process of the embedded table: what it finds in its folder, and when it ends. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { reachTable } from '../../../local/table/reach-table.ts';
import { programFile } from '../../../project/places.ts';
import { embeddedIn } from '../helpers/embedded-table.ts';
import { startFixture, temporaryFolder } from '../helpers/fixture-service.ts';

describe('The process of the table', () => {
  it('ends when its parent has gone', async () => {
    const child = fork(programFile('local/table/dynamodb-process'), [temporaryFolder(), 'answers', '0']);
    onTestFinished(() => void child.kill('SIGKILL'));
    const [told] = await once(child, 'message');
    expect(told).toMatchObject({ port: expect.any(Number), made: true });

    child.disconnect();

    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('leaves the table of an earlier version alone', async () => {
    const directory = temporaryFolder();
    const earlier = join(directory, 'dynamodb', 'CURRENT');
    mkdirSync(join(directory, 'dynamodb'));
    writeFileSync(earlier, 'MANIFEST-000004\n');
    const database = embeddedIn(directory);
    onTestFinished(() => database.stop());

    await database.start();

    expect(readFileSync(earlier, 'utf8')).toBe('MANIFEST-000004\n');
  });

  it('says which file is damaged, and what to do', async () => {
    const directory = temporaryFolder();
    const file = join(directory, 'table', 'answers.sqlite');
    mkdirSync(join(directory, 'table'));
    writeFileSync(file, 'no table, but longer than the head of one would be. '.repeat(100));

    await expect(embeddedIn(directory).start()).rejects.toThrow(
      `${file} is damaged (file is not a database): move it away, and an empty table is made in its place`,
    );
  });

  it('is not given a file name that leads elsewhere', async () => {
    vi.stubEnv('TABLE_NAME', '../answers');
    onTestFinished(() => void vi.unstubAllEnvs());

    await expect(startFixture('echo', { cache: true })).rejects.toThrow(
      /^TABLE_NAME must be 3 to 255 letters/,
    );
  });
});

describe('Whoever looks after the table', () => {
  it('finds out whether it answers', async () => {
    const database = embeddedIn(temporaryFolder());
    await database.start();
    const { endpoint, credentials } = database;
    const stranger = { ...credentials, accessKeyId: 'local' };

    await expect(reachTable({ endpoint, credentials, table: 'answers' })).resolves.toBeUndefined();
    const refused = reachTable({ endpoint, credentials: stranger, table: 'answers' });
    await expect(refused).rejects.toThrow('it answers 403');
    await database.stop();
    await expect(reachTable({ endpoint, credentials, table: 'answers' })).rejects.toThrow('ECONNREFUSED');
  });
});
