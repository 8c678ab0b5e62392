import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { AskedTaskChoice } from '../../tasks/asked-task.ts';
import { LOAD_TESTS, scriptFile } from './script.ts';

/** One run of Artillery. */
export interface ArtilleryRun {
  scenario: string;
  target: string;
  overrides: unknown;
  asked: AskedTaskChoice;
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
      ...environmentOf(run.asked),
      SUBSECOND_RECORDS: run.directory,
    },
  });
  closeSync(log);
  return child;
}

/** What is to be asked, for `processors/settings.ts`. */
function environmentOf({ task, contract, samples }: AskedTaskChoice): NodeJS.ProcessEnv {
  return {
    SUBSECOND_TASK: task,
    ...(contract === undefined ? {} : { SUBSECOND_CONTRACT: contract }),
    ...(samples === undefined ? {} : { SUBSECOND_SAMPLES: samples }),
  };
}

/** Resolves with the exit code; 128 for an end by a signal. @throws when it could not be started */
export function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 128));
  });
}
