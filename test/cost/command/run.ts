import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCost } from '../../../cost/command/main.ts';
import { newFolder } from '../../support/new-folder.ts';
import { REPORT } from '../report.ts';

/** A directory of the test file's own. */
export function temporaryDirectory(): string {
  const directory = newFolder();
  return directory;
}

/** A file with a load run that differs from the usual one by this. */
export function reportFile(directory: string, change: object = {}): string {
  const file = join(directory, 'report.json');
  writeFileSync(file, JSON.stringify({ ...REPORT, ...change }));
  return file;
}

/** Runs a command line of `npm run cost --`: what it prints, or what it refuses it with, and its exit code. */
export async function run(line: string) {
  try {
    const { text: printed, exitCode } = await runCost(line.split(' ').filter(Boolean));
    return { exitCode, printed, reported: '' };
  } catch (error) {
    const { message: reported, exitCode = 1 } = error as Error & { exitCode?: number };
    return { exitCode, printed: '', reported };
  }
}
