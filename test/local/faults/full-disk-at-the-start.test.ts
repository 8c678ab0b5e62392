/** A full disk at the start was blamed on another service that used the folder: the sentence says what is the matter. */
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { prepareDataDirectory } from '../../../local/data-directory.ts';
import { startFixture, temporaryFolder } from '../helpers/fixture-service.ts';

vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs')>();
  return { ...original, writeFileSync: vi.fn(original.writeFileSync) };
});

/** From now on every write of a whole file fails like this. */
function failWrites(code: string): void {
  const write = vi.mocked(writeFileSync).mockImplementation(() => {
    throw Object.assign(new Error(`${code}: as the test says`), { code });
  });
  onTestFinished(() => void write.mockReset());
}

describe('A service whose folder cannot be written', () => {
  it('says that its disk is full', async () => {
    const dataDirectory = temporaryFolder();
    failWrites('ENOSPC');

    await expect(startFixture('echo', { dataDirectory, cache: true })).rejects.toThrow(
      `${dataDirectory} cannot be written: its disk is full: make room, or choose another folder with --data`,
    );
  });

  it.each([
    ['EROFS', 'its disk may only be read'],
    ['EACCES', 'it may not be written'],
    ['EIO', 'EIO: as the test says'],
  ])('says what %s means', (code, meaning) => {
    const dataDirectory = temporaryFolder();
    failWrites(code);

    expect(() => prepareDataDirectory(dataDirectory)).toThrow(
      `${dataDirectory} cannot be written: ${meaning}`,
    );
  });

  it('says that a folder is where the log should be', async () => {
    const dataDirectory = temporaryFolder();
    mkdirSync(join(dataDirectory, 'function.log'));

    await expect(startFixture('echo', { dataDirectory })).rejects.toThrow(
      `function.log cannot be written: it is a folder: remove it`,
    );
  });

  it('says that it is a file', () => {
    const file = join(temporaryFolder(), 'file');
    closeSync(openSync(file, 'w'));

    expect(() => prepareDataDirectory(file)).toThrow('it is a file');
    expect(() => prepareDataDirectory(join(file, 'below'))).toThrow('it lies below a file');
  });
});
