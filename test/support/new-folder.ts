import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let scratch: string | undefined;

/** Creates an empty folder that is removed at the end of the test file. */
export function newFolder(): string {
  scratch ??= mkdtempSync(join(tmpdir(), 'subsecond-'));
  return mkdtempSync(join(scratch, 'test-'));
}

/** `test/setup.ts` calls this at the end of every test file, after the file's own hooks. */
export function removeFolders(): void {
  if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  scratch = undefined;
}
