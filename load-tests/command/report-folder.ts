import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes the folder of a run, named after its scenario and the time; of runs that begin in one second, each gets its
 * own, whoever starts them.
 */
export function makeReportFolder(parent: string, scenario: string, now = new Date()): string {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(':', '-');
  mkdirSync(parent, { recursive: true });
  for (let runs = 1; ; runs++) {
    const folder = join(parent, `${scenario}-${time}${runs === 1 ? '' : `-${runs}`}`);
    try {
      mkdirSync(folder);
      return folder;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
