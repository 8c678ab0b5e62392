import { chmodSync, closeSync, mkdirSync, openSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepareDataDirectory } from '../../local/data-directory.ts';
import { newFolder } from '../support/new-folder.ts';
import { send, startTiny } from './support/tiny-service.ts';

const rightsOf = (folder: string, ...names: string[]) =>
  names.map((name) => statSync(join(folder, name)).mode & 0o777);

describe.runIf(process.platform !== 'win32')('The files of the service', () => {
  it('are private in a folder that the service makes', async () => {
    const dataDirectory = join(newFolder(), 'data');

    const { url } = await startTiny({ dataDirectory, cache: true });
    await send(url, 'colours', 'an-id');

    const rights = rightsOf(dataDirectory, '.', 'service.log', 'cache.db', 'cache.db-wal');
    expect(rights).toEqual([0o700, 0o600, 0o600, 0o600]);
  });

  it('are made private if they were not, in a folder whose permissions stay', async () => {
    const dataDirectory = newFolder();
    chmodSync(dataDirectory, 0o755);
    mkdirSync(join(dataDirectory, 'compile-cache'), { mode: 0o755 });
    for (const name of ['service.log', 'cache.db']) {
      closeSync(openSync(join(dataDirectory, name), 'w', 0o644));
    }

    await startTiny({ dataDirectory, cache: true });

    const rights = rightsOf(dataDirectory, '.', 'compile-cache', 'service.log', 'cache.db');
    expect(rights).toEqual([0o755, 0o700, 0o600, 0o600]);
  });
});

describe('A service whose folder cannot be written', () => {
  it('fails at a folder in place of the log or a file in place of the folder, and starts once it is gone', async () => {
    const dataDirectory = newFolder();
    const log = join(dataDirectory, 'service.log');
    mkdirSync(log);
    const file = join(newFolder(), 'file');
    closeSync(openSync(file, 'w'));

    const warning = 'service.log cannot be written: EISDIR';
    await expect(startTiny({ dataDirectory, cache: true })).rejects.toThrow(warning);
    rmdirSync(log);
    await startTiny({ dataDirectory, cache: true });

    const { platform } = process;
    if (platform === 'linux') expect(() => prepareDataDirectory('/proc/data')).toThrow('ENOENT');
    expect(() => prepareDataDirectory(file)).toThrow('EEXIST');
    expect(() => prepareDataDirectory(join(file, 'below'))).toThrow('ENOTDIR');
  });
});
