import { readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second (USER_HZ) on every architecture. */
const MILLISECONDS_PER_TICK = 10;

/**
 * CPU time a process and all its threads have used so far, milliseconds. Linux only.
 * Source: proc(5), fields 14 (utime) and 15 (stime) of /proc/<pid>/stat.
 */
export function cpuMilliseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MILLISECONDS_PER_TICK;
}

/** Memory of a process that is in RAM, MiB. Linux only. Source: proc(5), VmRSS of /proc/<pid>/status. */
export function residentMebibytes(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}
