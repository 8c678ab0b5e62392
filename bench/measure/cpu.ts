import { readFileSync } from 'node:fs';
import { processUsage } from '../../local/metrics/process-usage.ts';

/** CPU time a process and all its threads have used so far, milliseconds; NaN where the system does not tell. */
export function cpuMilliseconds(pid: number): number {
  return (processUsage(pid)?.cpuSeconds ?? Number.NaN) * 1000;
}

/** Memory of a process that is in RAM, MiB. Linux only. Source: proc(5), VmRSS of /proc/<pid>/status. */
export function residentMebibytes(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}
