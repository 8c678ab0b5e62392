import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LoadRecord } from '../../../load-tests/client/records.ts';
import { mergeRuns } from '../../../load-tests/report/merge.ts';
import { readRuns, writeRunFile } from '../../../load-tests/report/recorded-run.ts';
import { exchanged, manyExchanged, rules } from '../fixtures/exchanges.ts';
import { facts } from '../fixtures/facts.ts';

function folderOf(records: LoadRecord[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'subsecond-merged-'));
  const lines = records.map((record) => `${JSON.stringify(record)}\n`);
  writeFileSync(join(folder, 'records-1-0.jsonl'), lines.join(''));
  writeRunFile(folder, facts);
  return folder;
}

/** Ten requests a second for ten seconds. */
function tenSeconds(at: number) {
  return Array.from({ length: 100 }, (_, index) => exchanged({ at: at + index * 100, milliseconds: 100 }));
}

function merged(...runs: LoadRecord[][]) {
  const recorded = runs.map((records, index) => {
    return { folder: `${index}`, records, facts: { ...facts, ended: undefined } };
  });
  return mergeRuns(recorded, rules, 'npm run load -- report').report;
}

describe('recorded runs together', () => {
  it('have the rate of each while it went on, not of the night between them', () => {
    const report = merged(tenSeconds(1_000_000), tenSeconds(40_000_000));

    expect(report).toMatchObject({ requests: 200, seconds: 20 });
    expect(report.ratePerSecond).toBeCloseTo(10, 1);
  });

  it('have the rates of all of them where they went on at the same time', () => {
    expect(merged(tenSeconds(1_000_000), tenSeconds(1_000_050)).ratePerSecond).toBeCloseTo(20, 0);
  });

  it('do not count as late what one of them was still waiting for when it ended', () => {
    const { kind: _kind, ...source } = exchanged({ at: 1_009_950 });
    const open: LoadRecord = { ...source, kind: 'sent' };

    expect(merged([...tenSeconds(1_000_000), open], tenSeconds(40_000_000)).fresh).toMatchObject({
      count: 200,
      failed: 0,
    });
  });
});

describe('the folders of recorded runs', () => {
  it('are read in any order', () => {
    const [first, second] = [manyExchanged(3), manyExchanged(4)];

    expect(readRuns([folderOf(first), folderOf(second)]).map(({ records }) => records.length)).toEqual([
      3, 4,
    ]);
  });

  it('are refused when two of them hold the same run', () => {
    const folder = folderOf(manyExchanged(3));
    const copy = mkdtempSync(join(tmpdir(), 'subsecond-merged-'));
    cpSync(folder, copy, { recursive: true });

    expect(() => readRuns([folder, folder])).toThrow('hold the same records: a run counts only once');
    expect(() => readRuns([folder, copy])).toThrow(join(copy, 'records-1-0.jsonl'));
  });

  it('are refused when one lacks records of the run, which may be those that were late', () => {
    const folder = folderOf(manyExchanged(500));
    writeRunFile(folder, { ...facts, recordCount: 550 });

    expect(() => readRuns([folder])).toThrow('has 500 of 550 records: no verdict without all of them');
  });

  it('are named when they cannot be read', () => {
    const broken = mkdtempSync(join(tmpdir(), 'subsecond-merged-'));
    writeFileSync(join(broken, 'records-1-0.jsonl'), 'no record\n');
    writeRunFile(broken, facts);

    const reading = () => readRuns([folderOf(manyExchanged(3)), broken]);

    expect(reading).toThrow(`${join(broken, 'records-1-0.jsonl')} cannot be read: `);
  });
});
