/** What came of a soak. */
import type { Counts, Wrong } from '../asking/counts.ts';
import type { Fault } from '../faults/fault.ts';
import { countDescriptors, type ServiceProcesses } from '../service/processes.ts';

/** One fault that was done. */
export interface FaultResult {
  readonly name: string;
  /** Seconds since the start of the soak. */
  readonly at: number;
  /** Seconds from its end until everything was as before; undefined: longer than allowed. */
  readonly recoverySeconds: number | undefined;
  /** What did not hold; empty: it was survived. */
  readonly complaints: readonly string[];
}

/** Memory and descriptors of a kind of process, all of them together. */
export interface Usage {
  readonly processes: number;
  readonly residentBytes: number;
  /** Undefined where this platform does not tell. */
  readonly descriptors: number | undefined;
}

export const ROLES = ['gateway', 'environments', 'table', 'others'] as const;
export type Usages = Readonly<Record<(typeof ROLES)[number], Usage>>;

/** Everything a report says. */
export interface Outcome {
  readonly task: string;
  readonly seed: number;
  readonly seconds: number;
  readonly environments: number;
  readonly calm: { readonly labelled: number; readonly right: number; readonly capacity: number };
  readonly faults: readonly FaultResult[];
  readonly leftOut: readonly { readonly name: string; readonly why: string }[];
  readonly counts: Counts;
  readonly start: Usages;
  readonly end: Usages;
  /** What did not hold when the service was stopped at the end. */
  readonly farewell: string | undefined;
}

/** No answer was lost or changed, and every fault was survived; without a fault nothing is shown. */
export function isPassed({ counts, faults, farewell }: Outcome): boolean {
  return (
    Object.values(counts.wrong).every((count) => count === 0) &&
    faults.length > 0 &&
    faults.every(({ complaints }) => complaints.length === 0) &&
    farewell === undefined
  );
}

/** What was counted between two moments that must not be, in words. */
export function complaintsOf(before: Readonly<Record<Wrong, number>>, now: typeof before): string[] {
  return Object.entries(now).flatMap(([kind, count]) => {
    const more = count - before[kind as Wrong];
    return more === 0 ? [] : [`${kind}: ${more}`];
  });
}

/** Memory and descriptors now. */
export async function measureUsage(found: ServiceProcesses): Promise<Usages> {
  const sum = async (list: ServiceProcesses['environments']): Promise<Usage> => {
    const descriptors = await Promise.all(list.map(({ pid }) => countDescriptors(pid)));
    return {
      processes: list.length,
      residentBytes: list.reduce((total, { residentBytes }) => total + residentBytes, 0),
      descriptors: descriptors.every((count) => count !== undefined)
        ? descriptors.reduce((total, count) => total + count, 0)
        : undefined,
    };
  };
  return {
    gateway: await sum(found.gateway ? [found.gateway] : []),
    environments: await sum(found.environments),
    table: await sum(found.table ? [found.table] : []),
    others: await sum(found.others),
  };
}

/** Faults that can be done here, and why the others cannot. */
export function sortFaults(
  faults: readonly Fault[],
  why: (fault: Fault) => string | undefined,
): { readonly possible: Fault[]; readonly leftOut: { name: string; why: string }[] } {
  const possible: Fault[] = [];
  const leftOut: { name: string; why: string }[] = [];
  for (const fault of faults) {
    const reason = why(fault);
    if (reason === undefined) possible.push(fault);
    else leftOut.push({ name: fault.name, why: reason });
  }
  return { possible, leftOut };
}
