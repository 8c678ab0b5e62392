import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { GENERATOR_CHECKS } from '../verdict/generator.ts';
import type { Check } from '../verdict/judge.ts';

/**
 * What recorded runs found out about their load generators, which their records alone do not tell: the checks
 * in the report.json of each folder that has one. Of several runs, all must have passed.
 */
export function recordedChecks(folders: string[]): Check[] {
  const found = folders.flatMap((folder) => readChecks(folder).map((check) => ({ folder, ...check })));
  return GENERATOR_CHECKS.flatMap((name) => {
    const same = found.filter((check) => check.name === name);
    if (same.length === 0) return [];
    const details = same.map(({ folder, detail }) =>
      folders.length > 1 ? `${basename(folder)}: ${detail}` : detail,
    );
    return [{ name, passed: same.every(({ passed }) => passed), detail: details.join('; ') }];
  });
}

/** @throws when report.json is there, but is not one */
function readChecks(folder: string): Check[] {
  const file = join(folder, 'report.json');
  if (!existsSync(file)) return [];
  try {
    return JSON.parse(readFileSync(file, 'utf8')).verdict.checks;
  } catch (cause) {
    throw new Error(`${file} is not the report of a load run`, { cause });
  }
}
