import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeReportFolder } from '../../../load-tests/command/outputs.ts';

describe('the folders of runs', () => {
  it('are three for three runs that begin in the same second', () => {
    const parent = join(mkdtempSync(join(tmpdir(), 'subsecond-folders-')), 'not there yet');
    const now = new Date('2026-11-22T12:00:00.123Z');

    const folders = [1, 2, 3].map(() => basename(makeReportFolder(parent, 'poisson', now)));

    const name = 'poisson-2026-11-22T12-00-00';
    expect(folders).toEqual([name, `${name}-2`, `${name}-3`]);
    expect(readdirSync(parent)).toHaveLength(3);
  });
});
