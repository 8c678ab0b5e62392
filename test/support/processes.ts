/** Processes of this machine, as listed by the operating system. */
import { execFileSync } from 'node:child_process';

/** A process and its children, without the shell that ends workers after a `kill -9` of their parent. Empty on Windows. */
export function familyOf(front: number): { pid: number; bytes: number }[] {
  if (process.platform === 'win32') return [];
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,rss=,stat=,comm='], { encoding: 'utf8' }).trim();
  return lines.split('\n').flatMap((line) => {
    const [pid, parent, kibibytes, state = '', command = ''] = line.trim().split(/\s+/);
    if ((Number(pid) !== front && Number(parent) !== front) || state.startsWith('Z')) return [];
    return command.endsWith('sh') ? [] : { pid: Number(pid), bytes: 1024 * Number(kibibytes) };
  });
}

export function childrenOf(front: number): number[] {
  return familyOf(front).flatMap(({ pid }) => (pid === front ? [] : pid));
}

export function isAlive(pid: number): boolean {
  return sendSignal(pid, 0);
}

/** @returns false if the process has already ended */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
