import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { parseRecords, recordFiles } from '../client/record-file.ts';
import type { LoadRecord } from '../client/records.ts';

/** Reads what is appended to the record files of a folder while a run goes on. */
export class RecordFollower {
  readonly #directory: string;
  readonly #offsets = new Map<string, number>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Records written since the last call; a line that is not complete yet comes with a later call. */
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
