import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { RequestSourceChoice } from '../../model-repository/request-source.ts';
import { programFile } from '../../project/paths.ts';
import type { ServiceAddress } from '../client/service.ts';
import { RUN_VARIABLE, type Settings } from '../processors/settings.ts';
import { artilleryProgram } from './artillery-installation.ts';
import { type RunPlan, scriptFile } from './plan.ts';

interface ArtilleryRun {
  scenario: string;
  service: ServiceAddress;
  plan: RunPlan;
  source: RequestSourceChoice;
  /** Folder for the records and Artillery's log. */
  directory: string;
}

const ARTILLERY_LOG = 'artillery.log';

/** Time for Artillery to end its virtual users. */
const ENDING_MILLISECONDS = 5000;

/** Starts Artillery, with its output in the run's folder. Artillery ends when this process ends, for any reason. */
export function startArtillery(run: ArtilleryRun): ChildProcess {
  const { service, source, directory: records } = run;
  const settings: Settings = { ...run.plan.settings, service, source, records };
  const log = openSync(join(run.directory, ARTILLERY_LOG), 'w');
  const command = [
    ...['--import', pathToFileURL(programFile('load-tests/processors/end-with-parent')).href],
    artilleryProgram(),
    'run',
    ...['--target', run.service.url],
    ...['--overrides', JSON.stringify({ config: { phases: run.plan.phases } })],
    scriptFile(run.scenario),
  ];
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', log, log, 'ipc'],
    env: {
      ...process.env,
      ARTILLERY_DISABLE_TELEMETRY: 'true',
      NO_COLOR: '1',
      [RUN_VARIABLE]: JSON.stringify(settings),
    },
  });
  closeSync(log);
  return child;
}

/** Resolves with the exit code; 128 for an end by a signal. @throws if the program could not be started */
export async function exitOf(child: ChildProcess): Promise<number> {
  const [code] = await once(child, 'exit');
  return code ?? 128;
}

/** Ends Artillery as Ctrl-C does. If Artillery still runs after `ENDING_MILLISECONDS`, ends it by force. */
export async function endArtillery(child: ChildProcess): Promise<void> {
  child.kill('SIGINT');
  await sleep(ENDING_MILLISECONDS, undefined, { ref: false });
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
}

/** Why Artillery ended before its first request, according to its log. */
export function artilleryComplaint(directory: string, exit: number): string {
  const log = join(directory, ARTILLERY_LOG);
  const lines = readFileSync(log, 'utf8')
    .split('\n')
    .filter((text) => /error|warn/i.test(text));
  const cause = lines[0] ?? `see ${log}`;
  return `Artillery ended with code ${exit} before its first request: ${cause.trim()}`;
}
