import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { addCommand } from '../../tasks/make/command.ts';

/** Models as people export them, and what belongs to them. */
export const STRANGERS = join(import.meta.dirname, '..', 'fixtures', 'strangers');

export const stranger = (file: string) => join(STRANGERS, file);

/** A folder that is gone when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'subsecond-tasks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** Runs `npm run add` in this process. */
export async function add(...parameters: string[]): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const code = await addCommand(parameters, (line) => lines.push(line));
  return { code, output: lines.join('\n') };
}
