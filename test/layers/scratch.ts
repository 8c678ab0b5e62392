import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const scratch = mkdtempSync(join(tmpdir(), 'subsecond-'));

// Hooks run last to first: this one comes after those of the file that imports this module.
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** A new empty folder that is gone when the test file is done. */
export function newFolder(): string {
  return mkdtempSync(join(scratch, 'test-'));
}
