import { mkdirSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { LoadRecord } from './records.ts';

/**
 * Opens this thread's own file in `directory` and returns a function that appends records to it.
 * Each record is on disk before the function returns, so that Ctrl-C loses nothing.
 */
export function openRecordFile(directory: string): (record: LoadRecord) => void {
  mkdirSync(directory, { recursive: true });
  const file = openSync(join(directory, `records-${process.pid}-${threadId}.jsonl`), 'a');
  return (record) => {
    writeSync(file, `${JSON.stringify(record)}\n`);
  };
}

/** Names of the record files in `directory`; none when it does not exist yet. */
export function recordFiles(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => /^records-.*\.jsonl$/.test(name))
      .map((name) => join(directory, name));
  } catch {
    return [];
  }
}

/** Reads whole lines; a last line that is still being written is left out. @throws when a line is not JSON */
export function parseRecords(text: string): LoadRecord[] {
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
