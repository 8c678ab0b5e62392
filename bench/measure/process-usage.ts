/** CPU time and memory of a process, on Linux. */
import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;
/** The kernel reports times in ticks of 10 ms, whatever its own clock rate. */
const TICKS_PER_SECOND = 100;

export interface ProcessUsage {
  readonly residentBytes: number;
  readonly cpuSeconds: number;
}

/** @returns undefined without `pid`, if the system is not Linux, or if the process has ended */
export function processUsage(pid: number | undefined): ProcessUsage | undefined {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  try {
    // proc(5): the name in parentheses may contain anything; fields 3 and on follow it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user = 0, system = 0, pages = 0] = [fields[11], fields[12], fields[21]].map(Number);
    return {
      residentBytes: pages * PAGE_BYTES,
      cpuSeconds: (user + system) / TICKS_PER_SECOND,
    };
  } catch {
    // The process has just ended.
    return undefined;
  }
}
