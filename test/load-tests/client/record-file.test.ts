import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openRecordFile, RecordFollower } from '../../../load-tests/client/record-file.ts';
import { newFolder } from '../../support/new-folder.ts';
import { exchanged } from '../fixtures/exchanges.ts';

it('the records of a run are read while they are written, but a line only when it is complete', () => {
  const directory = newFolder();
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
