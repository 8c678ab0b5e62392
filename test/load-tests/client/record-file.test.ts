import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  openRecordFile,
  parseRecords,
  RecordFollower,
  recordFiles,
} from '../../../load-tests/client/record-file.ts';
import { newFolder } from '../../support/new-folder.ts';
import { exchanged } from '../fixtures/exchanges.ts';

const folder = () => newFolder();

describe('the records of a run', () => {
  it('are on disk as soon as they are written', () => {
    const directory = folder();
    const record = openRecordFile(directory);
    const [first, second] = [exchanged({ at: 1.25 }), exchanged({ at: 2 })];

    record(first);
    record(second);

    const [file = ''] = recordFiles(directory);
    expect(parseRecords(readFileSync(file, 'utf8'))).toEqual([first, second]);
  });

  it('are followed while they are written, line by whole line', () => {
    const directory = folder();
    const follower = new RecordFollower(directory);
    openRecordFile(directory)(exchanged({ id: 'a' }));
    const file = join(directory, readdirSync(directory)[0] as string);

    const first = follower.poll();
    appendFileSync(file, '{"kind":"lost",');
    const unfinished = follower.poll();
    appendFileSync(file, '"id":"永","at":3}\n');
    const finished = follower.poll();

    expect(first).toMatchObject([{ id: 'a' }]);
    expect(unfinished).toEqual([]);
    expect(finished).toEqual([{ kind: 'lost', id: '永', at: 3 }]);
  });
});
