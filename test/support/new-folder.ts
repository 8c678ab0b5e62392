import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let scratch: string | undefined;

/** A new empty folder that is gone when the test file is done. */
export function newFolder(): string {
  scratch ??= mkdtempSync(join(tmpdir(), 'subsecond-'));
  return mkdtempSync(join(scratch, 'test-'));
}

/** At the end of every test file, after its own hooks: `test/setup.ts`. */
export function removeFolders(): void {
  if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  scratch = undefined;
}
