import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { runCost } from '../../../cost/command/main.ts';

/** A directory of the test file's own. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'cost-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  return directory;
}

/** Runs a command line of `npm run cost --`. */
export async function run(line: string) {
  const printed: string[] = [];
  const reported: string[] = [];
  const exitCode = await runCost(line.split(' ').filter(Boolean), {
    print: (text) => printed.push(text),
    report: (text) => reported.push(text),
  });
  return { exitCode, printed: printed.join('\n'), reported: reported.join('\n') };
}

/** Leaves out all that is not Lambda, gateway and table. */
export const BARE =
  '--request-bytes 0 --response-bytes 0 --log-bytes 0 --metrics 0 --alarms 0 --dashboards 0';
