import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCost } from '../../../cost/command/main.ts';
import { newFolder } from '../../support/new-folder.ts';
import { REPORT } from '../report.ts';

/** Writes the usual load run with these changes to a file. */
export function reportFile(change: object = {}): string {
  const file = join(newFolder(), 'report.json');
  writeFileSync(file, JSON.stringify({ ...REPORT, ...change }));
  return file;
}

/** Runs a command line of `npm run cost --`. @returns its output, its error message and its exit code */
export async function run(line: string) {
  try {
    const { text: printed, exitCode } = await runCost(line.split(' ').filter(Boolean));
    return { exitCode, printed, reported: '' };
  } catch (error) {
    const { message: reported, exitCode = 1 } = error as Error & { exitCode?: number };
    return { exitCode, printed: '', reported };
  }
}

/** The parsed output of a command line with `--json`. */
export const jsonOf = async (line: string) => JSON.parse((await run(`${line} --json`)).printed);

/** Declares a test for each row: its title, a command line, and texts and patterns that the output must contain. */
export function prints(
  exitCode: 0 | 1,
  rows: Readonly<Record<string, readonly [line: string, ...expected: (string | RegExp)[]]>>,
): void {
  it.each(Object.entries(rows))('%s', { timeout: 60_000 }, async (_, [line, ...expected]) => {
    const found = await run(line);
    expect(found).toMatchObject({ exitCode, reported: '' });
    for (const text of expected) {
      if (typeof text === 'string') expect(found.printed).toContain(text);
      else expect(found.printed).toMatch(text);
    }
  });
}

/** Declares a test for each row: a wrong command line, and a part of the message that says what would be right. */
export function refuses(rows: readonly (readonly [line: string, message: string])[]): void {
  it.each(rows)('refuses "%s" with one line that says what would be right', async (line, message) => {
    const { exitCode, printed, reported } = await run(line);

    expect([exitCode, printed]).toEqual([2, '']);
    expect(reported).toContain(message);
    expect(reported).not.toContain('\n');
  });
}
