import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashFolder } from '../../layers/folder.ts';
import { newFolder } from '../support/new-folder.ts';

function folderOf(files: Record<string, string>): string {
  const directory = newFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
  return directory;
}

describe('the hash of a folder', () => {
  const original = { 'a.txt': 'one', 'b/c.txt': 'two' };

  it('is the same for the same content, whenever and in whatever order it was written', () => {
    const later = folderOf({ 'b/c.txt': 'two', 'a.txt': 'one' });
    utimesSync(join(later, 'a.txt'), 1, 1);

    expect(hashFolder(later)).toBe(hashFolder(folderOf(original)));
  });

  it.each([
    ['a content', { ...original, 'a.txt': 'One' }],
    ['a name', { 'A.txt': 'one', 'b/c.txt': 'two' }],
    ['another file', { ...original, d: '' }],
    ['the border between two files', { 'a.txt': 'onet', 'b/c.txt': 'wo' }],
  ])('changes with %s', (_, files) => {
    expect(hashFolder(folderOf(files))).not.toBe(hashFolder(folderOf(original)));
  });
});
