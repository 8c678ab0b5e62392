import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'eval-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('npm run eval', () => {
  it('fails in one line when --only names none of the pictures', () => {
    const only = path.join(folder, 'only.json');
    mkdirSync(path.join(folder, '永'));
    writeFileSync(path.join(folder, '永', '1.jpg'), 'ink');
    writeFileSync(only, '["水/1.jpg"]');

    const run = spawnSync(process.execPath, ['bin/eval.ts', '--images', folder, '--only', only], {
      cwd: path.join(import.meta.dirname, '../..'),
      encoding: 'utf8',
    });

    expect([run.status, run.stdout]).toEqual([1, '']);
    expect(run.stderr).toBe(
      `eval: --only names no picture of ${folder}; expected names such as "永/1.jpg"\n`,
    );
  });
});
