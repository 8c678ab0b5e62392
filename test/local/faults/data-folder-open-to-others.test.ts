/** Everybody on the machine could read ids and answers in the log and the table: what the service keeps is its owner's alone. */
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startFixture, temporaryFolder } from '../helpers/fixture-service.ts';

const rightsOf = (path: string) => statSync(path).mode & 0o777;

describe.runIf(process.platform !== 'win32')('What the service keeps', () => {
  it('is private in a folder that it makes', async () => {
    const dataDirectory = join(temporaryFolder(), 'data');

    await startFixture('echo', { dataDirectory });

    expect(rightsOf(dataDirectory)).toBe(0o700);
    expect(rightsOf(join(dataDirectory, 'function.log'))).toBe(0o600);
  });

  it('is made private where it was not, in a folder whose rights are left alone', async () => {
    const dataDirectory = temporaryFolder();
    chmodSync(dataDirectory, 0o755);
    for (const name of ['table', 'compile-cache']) mkdirSync(join(dataDirectory, name), { mode: 0o755 });
    writeFileSync(join(dataDirectory, 'function.log'), '', { mode: 0o644 });

    await startFixture('echo', { dataDirectory, cache: true });

    expect(rightsOf(dataDirectory)).toBe(0o755);
    expect(['table', 'compile-cache'].map((name) => rightsOf(join(dataDirectory, name)))).toEqual([
      0o700, 0o700,
    ]);
    expect(rightsOf(join(dataDirectory, 'function.log'))).toBe(0o600);
  });
});
