import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { LOAD_TESTS, scriptFile } from './script.ts';

/** One run of Artillery. */
export interface ArtilleryRun {
  scenario: string;
  target: string;
  overrides: unknown;
  /** Folder with pictures and labels.json. */
  pictures: string;
  /** Folder for the records, Artillery's log and its own JSON report. */
  directory: string;
}

/** Name of the file with everything Artillery printed. */
export const ARTILLERY_LOG = 'artillery.log';

/** Starts Artillery; its output goes to files in the run's folder. */
export function startArtillery(run: ArtilleryRun): ChildProcess {
  const log = openSync(join(run.directory, ARTILLERY_LOG), 'w');
  const command = [
    join(LOAD_TESTS, 'node_modules/artillery/bin/run'),
    'run',
    ...['--target', run.target],
    ...['--overrides', JSON.stringify(run.overrides)],
    ...['--output', join(run.directory, 'artillery.json')],
    scriptFile(run.scenario),
  ];
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      ARTILLERY_DISABLE_TELEMETRY: 'true',
      NO_COLOR: '1',
      SUBSECOND_PICTURES: run.pictures,
      SUBSECOND_RECORDS: run.directory,
    },
  });
  closeSync(log);
  return child;
}

/** Resolves with the exit code; 128 for an end by a signal. @throws when it could not be started */
export function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 128));
  });
}
