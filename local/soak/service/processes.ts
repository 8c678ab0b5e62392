/** The processes of this machine, and which of them are a service's. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A process that runs. */
export interface ProcessFigures {
  readonly pid: number;
  readonly parent: number;
  readonly residentBytes: number;
  readonly command: string;
}

/** The processes of a running service. */
export interface ServiceProcesses {
  readonly gateway: ProcessFigures | undefined;
  readonly environments: readonly ProcessFigures[];
  readonly table: ProcessFigures | undefined;
  /** Whatever else the gateway has started. */
  readonly others: readonly ProcessFigures[];
}

const run = promisify(execFile);
const TIMEOUT_MILLISECONDS = 10_000;
const MOST_BYTES = 16 * 1024 * 1024;
const PAGE_BYTES = 4096;

/** Programs as they stand in command lines. */
const ENVIRONMENT_PROGRAM = 'runtime-client';
const TABLE_PROGRAM = 'dynamodb-process';

/** The processes of the service whose gateway has this process id. */
export async function findServiceProcesses(gatewayPid: number | undefined): Promise<ServiceProcesses> {
  const all = gatewayPid === undefined ? [] : await listProcesses();
  const children = all.filter(({ parent }) => parent === gatewayPid);
  const isEnvironment = ({ command }: ProcessFigures) => command.includes(ENVIRONMENT_PROGRAM);
  const isTable = ({ command }: ProcessFigures) => command.includes(TABLE_PROGRAM);
  return {
    gateway: all.find(({ pid }) => pid === gatewayPid),
    environments: children.filter(isEnvironment),
    table: children.find(isTable),
    others: children.filter((child) => !isEnvironment(child) && !isTable(child)),
  };
}

/** Whether a process with this id runs. One that has ended and waits to be collected does not. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  const status = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ') Z');
  return !/\) [ZX]/.test(status);
}

/** Open file descriptors of a process; undefined where this platform does not tell. */
export async function countDescriptors(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  return (await readdir(`/proc/${pid}/fd`).catch(() => undefined))?.length;
}

async function listProcesses(): Promise<ProcessFigures[]> {
  if (process.platform === 'linux') return listLinux();
  const options = { timeout: TIMEOUT_MILLISECONDS, maxBuffer: MOST_BYTES };
  if (process.platform === 'win32') {
    const query =
      'Get-CimInstance Win32_Process | Select-Object ProcessId,ParentProcessId,WorkingSetSize,CommandLine | ConvertTo-Json';
    return parseWindowsProcesses(
      (await run('powershell', ['-NoProfile', '-Command', query], options)).stdout,
    );
  }
  return parsePosixProcesses((await run('ps', ['-A', '-o', 'pid=,ppid=,rss=,command='], options)).stdout);
}

async function listLinux(): Promise<ProcessFigures[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map(readLinuxProcess));
  return found.filter((one) => one !== undefined);
}

/** @returns undefined when it has ended meanwhile */
async function readLinuxProcess(pid: string): Promise<ProcessFigures | undefined> {
  try {
    const [stat, memory, command] = await Promise.all(
      ['stat', 'statm', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8')),
    );
    // The name in brackets may hold anything; state and parent stand behind it (proc(5)).
    const [state, parent] = stat!.slice(stat!.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    return {
      pid: Number(pid),
      parent: Number(parent),
      residentBytes: Number(memory!.split(' ')[1]) * PAGE_BYTES,
      command: command!.replaceAll('\0', ' ').trim(),
    };
  } catch {
    return undefined;
  }
}

/** Reads what `ps -A -o pid=,ppid=,rss=,command=` prints; it tells memory in KiB. */
export function parsePosixProcesses(text: string): ProcessFigures[] {
  return [...text.matchAll(/^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/gm)].map(
    ([, pid, parent, kibibytes, command]) => ({
      pid: Number(pid),
      parent: Number(parent),
      residentBytes: Number(kibibytes) * 1024,
      command: command!.trim(),
    }),
  );
}

/** Reads what PowerShell makes of Win32_Process. */
export function parseWindowsProcesses(text: string): ProcessFigures[] {
  const list = JSON.parse(text) as {
    ProcessId: number;
    ParentProcessId: number;
    WorkingSetSize: number;
    CommandLine: string | null;
  }[];
  return list.map(({ ProcessId, ParentProcessId, WorkingSetSize, CommandLine }) => ({
    pid: ProcessId,
    parent: ParentProcessId,
    residentBytes: WorkingSetSize,
    command: CommandLine ?? '',
  }));
}
