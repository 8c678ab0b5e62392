import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRun, writeRunFile } from '../../../load-tests/report/recorded-run.ts';
import { newFolder } from '../../support/new-folder.ts';
import { manyExchanged } from '../fixtures/exchanges.ts';
import { facts } from '../fixtures/facts.ts';

function folderOf(text: string, recordCount?: number): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'records-1-0.jsonl'), text);
  writeRunFile(folder, { ...facts, recordCount });
  return folder;
}

describe('the folder of a recorded run', () => {
  const lines = manyExchanged(500)
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('');

  it('is refused if it lacks records of the run, which may be the late ones', () => {
    expect(readRun(folderOf(lines, 500)).records).toHaveLength(500);
    expect(() => readRun(folderOf(lines, 550))).toThrow('has 500 of 550 records; a verdict needs all');
  });

  it('is named with the file that cannot be read', () => {
    const folder = folderOf('no record\n');

    expect(() => readRun(folder)).toThrow(`${join(folder, 'records-1-0.jsonl')} cannot be read: `);
  });
});
