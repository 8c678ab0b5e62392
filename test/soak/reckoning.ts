/** What is judged when nothing is broken any more: whether every response is kept, and what memory grows by. */
import { together } from '../support/together.ts';
import type { Clients } from './clients.ts';
import type { Ledger } from './ledger.ts';
import type { ServiceProcess } from './service.ts';

/** A service that keeps this much of each request leaks. */
const LEAK_BYTES = 10 * 1024;
/** What garbage collectors and allocators may keep, however few requests there are. */
const NOISE_BYTES = 24 * 1024 * 1024;
const LOOK_MILLISECONDS = 100;
/** Late responses, as a share of those that are judged; a short run may have as many as one stall of the machine makes late. */
const MOST_LATE = 0.01;
const LATE_IN_A_STALL = 10;

/** Sends every request again that has ever had a response: each must get the same one, from the store. */
export async function repeatAll(clients: Clients, ledger: Ledger, atOnce: number): Promise<number> {
  const ids = [...ledger.ids];
  const goesOn = (begun: number) => begun < ids.length && !clients.haveGivenUp;
  await together(atOnce, goesOn, (index) => clients.sendAgain(ids[index]!, true));
  return ids.length;
}

export interface MemoryGrowth {
  /** Of all processes of the service, after the warm-up. */
  readonly bytes: number;
  readonly requests: number;
}

/**
 * Sends new requests, half as many to warm up and then those that count.
 *
 * @returns undefined where the system does not tell what a process holds
 */
export async function measureGrowth(
  clients: Clients,
  service: ServiceProcess,
  requests: number,
  atOnce: number,
): Promise<MemoryGrowth | undefined> {
  if (service.memory() === undefined) return undefined;
  clients.circumstances = { slow: true };
  const drive = (count: number) => {
    const goesOn = (begun: number) => begun < count && !clients.haveGivenUp;
    return together(atOnce, goesOn, () => clients.sendNew());
  };
  await drive(requests / 2);
  const before = await least(service, () => drive(requests / 4));
  await drive(requests / 2);
  const after = await least(service, () => drive(requests / 4));
  clients.circumstances = {};
  return { bytes: after - before, requests: Math.round((3 * requests) / 4) };
}

/** What does not hold, in words. */
export function complaintsOf({ counts, haveGivenUp }: Clients, growth: MemoryGrowth | undefined): string[] {
  const late = counts['judged late'];
  const share = late / Math.max(1, counts.judged);
  const isLate = share > MOST_LATE && late > LATE_IN_A_STALL;
  const complaints = isLate ? [`${(100 * share).toFixed(1)} % of the responses are late`] : [];
  if (haveGivenUp) complaints.push('ended early: too many requests had no response');
  if (growth && growth.bytes > Math.max(NOISE_BYTES, LEAK_BYTES * growth.requests)) {
    const kibibytes = growth.bytes / growth.requests / 1024;
    complaints.push(`memory grows by ${kibibytes.toFixed(1)} KiB with each request`);
  }
  return complaints;
}

/** The least memory meanwhile, bytes: what is left after garbage collections. */
async function least(service: ServiceProcess, work: () => Promise<void>): Promise<number> {
  let bytes = Number.POSITIVE_INFINITY;
  const look = () => {
    bytes = Math.min(bytes, service.memory() ?? bytes);
  };
  const looking = setInterval(look, LOOK_MILLISECONDS);
  await work().finally(() => clearInterval(looking));
  look();
  return bytes;
}
