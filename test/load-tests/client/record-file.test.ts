import { appendFileSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRecordFile, readRecords } from '../../../load-tests/client/record-file.ts';
import { RecordFollower } from '../../../load-tests/run/follow.ts';
import { exchanged } from '../fixtures/exchanges.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'subsecond-records-'));

describe('the records of a run', () => {
  it('are on disk as soon as they are written', () => {
    const directory = folder();
    const record = openRecordFile(directory);
    const [first, second] = [exchanged({ at: 2 }), exchanged({ at: 1 })];

    record(first);
    record(second);

    expect(readRecords([directory])).toEqual([second, first]);
  });

  it('of several machines are read as one', () => {
    const directories = [folder(), folder()];
    for (const [index, directory] of directories.entries())
      openRecordFile(directory)(exchanged({ at: index }));

    expect(readRecords(directories).map(({ at }) => at)).toEqual([0, 1]);
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

  it('are none in a folder that does not exist yet', () => {
    expect(new RecordFollower('/nowhere/at/all').poll()).toEqual([]);
  });
});
