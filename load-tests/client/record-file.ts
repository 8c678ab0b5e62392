import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { LoadRecord } from './records.ts';

/**
 * Opens this thread's own file in `directory` and returns a function that appends records to it.
 * Each record is in the file before the function returns, so that Ctrl-C loses nothing.
 */
export function openRecordFile(directory: string): (record: LoadRecord) => void {
  mkdirSync(directory, { recursive: true });
  const file = openSync(join(directory, `records-${process.pid}-${threadId}.jsonl`), 'a');
  return (record) => {
    writeSync(file, `${JSON.stringify(record)}\n`);
  };
}

/** Paths of the record files in `directory`; none if the folder does not exist yet. */
export function recordFiles(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => /^records-.*\.jsonl$/.test(name))
      .map((name) => join(directory, name));
  } catch {
    return [];
  }
}

/** Reads the complete lines of a text. Leaves out a last line that is still being written. @throws when a line is not JSON */
export function parseRecords(text: string): LoadRecord[] {
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Reads the record files of a folder while a run appends to them. */
export class RecordFollower {
  readonly #directory: string;
  readonly #offsets = new Map<string, number>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Records written since the last call. An incomplete line is left for a later call. */
  poll(): LoadRecord[] {
    return recordFiles(this.#directory).flatMap((file) => this.#readOn(file));
  }

  #readOn(file: string): LoadRecord[] {
    const offset = this.#offsets.get(file) ?? 0;
    const descriptor = openSync(file, 'r');
    try {
      const news = Buffer.alloc(fstatSync(descriptor).size - offset);
      readSync(descriptor, news, 0, news.length, offset);
      const complete = news.subarray(0, news.lastIndexOf('\n') + 1);
      this.#offsets.set(file, offset + complete.length);
      return parseRecords(complete.toString('utf8'));
    } finally {
      closeSync(descriptor);
    }
  }
}
