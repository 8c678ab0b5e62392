import { existsSync, readFileSync } from 'node:fs';
import { UsageError } from '../../../project/usage-error.ts';
import { parseRecords, recordFiles } from '../../client/record-file.ts';
import type { LoadRecord } from '../../client/records.ts';

/** The records of one folder. */
export interface RecordedRun {
  readonly folder: string;
  /** In the order in which they happened. */
  readonly records: LoadRecord[];
}

/**
 * Reads the records in each folder.
 * @throws naming every folder or file that cannot be read, or two files that hold the same records; a UsageError where
 * a folder is not there
 */
export function readRuns(folders: readonly string[]): RecordedRun[] {
  const troubles: string[] = [];
  const seen = new Map<string, string>();
  const runs = folders.map((folder) => {
    const files = recordFiles(folder);
    if (files.length === 0) {
      troubles.push(`${folder} (${existsSync(folder) ? 'no records-*.jsonl' : 'not there'})`);
    }
    const records = files.flatMap((file) => {
      const found = readFile(file, troubles);
      refuseTwice(file, found, seen);
      return found;
    });
    return { folder, records: records.sort((first, second) => first.at - second.at) };
  });
  if (troubles.length > 0) {
    const Trouble = folders.every((folder) => existsSync(folder)) ? Error : UsageError;
    throw new Trouble(`no verdict without all of them; cannot read ${troubles.join(', ')}`);
  }
  return runs;
}

function readFile(file: string, troubles: string[]): LoadRecord[] {
  try {
    return parseRecords(readFileSync(file, 'utf8'));
  } catch (error) {
    troubles.push(`${file} (${(error as Error).message})`);
    return [];
  }
}

/** @param seen which file has which question */
function refuseTwice(file: string, records: readonly LoadRecord[], seen: Map<string, string>): void {
  for (const record of records) {
    if (record.kind !== 'exchange') continue;
    const key = `${record.id} ${record.attempt} ${record.at}`;
    const other = seen.get(key);
    if (other !== undefined)
      throw new Error(`${other} and ${file} hold the same records: a run counts only once`);
    seen.set(key, file);
  }
}
