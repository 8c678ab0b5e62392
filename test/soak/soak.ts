/** Puts the service under load, injects faults, and checks the responses. At the end, requests every response again. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { RequestSource } from '../../model-repository/request-source.ts';
import { Random } from '../support/random.ts';
import { together } from '../support/together.ts';
import { Clients } from './clients.ts';
import { type Fault, restart, type Stage } from './faults.ts';
import { Ledger } from './ledger.ts';
import { NotSurvived, ServiceProcess } from './service.ts';

const CALIBRATION_SECONDS = 3;
const LONGEST_CALM_MILLISECONDS = 3000;
const RECOVERY_SECONDS = 30;
/** A service counts as recovered only if all requests of this many successive rounds succeed. */
const ROUNDS = 3;
/** Time in which the front process must write owed responses after the store is back. */
const WRITING_MILLISECONDS = 3000;
/** Maximum number of cut connections in a stop. The system resets unaccepted connections when the service closes its port. */
const MOST_CUT = 4;
/** After the faults, memory is measured during as many requests as take this time at full load, at most MOST_MEMORY_REQUESTS. */
const MEMORY_SECONDS = 60;
const MOST_MEMORY_REQUESTS = 8000;
const REQUESTS_A_LOOK = 100;
/** A service that keeps more than this number of bytes per request has a leak. */
const LEAK_BYTES = 10 * 1024;
/** Memory that the garbage collector and the allocator of each front process may keep, whatever the number of requests. */
const NOISE_BYTES = 24 * 1024 * 1024;
/** Maximum share of late responses. At least LATE_IN_A_STALL are permitted, because one stall of the machine causes as many. */
const MOST_LATE = 0.01;
const LATE_IN_A_STALL = 10;

export interface Terms {
  readonly minutes: number;
  readonly seed: number;
  /** Number of workers of each model. */
  readonly workers: number;
  /** @default 1 */
  readonly fronts?: number;
  /** Number of requests in the memory measurement. @default as many as the service can handle in a minute, at most 8,000 */
  readonly memoryRequests?: number;
  /** @default `npm start` */
  readonly program?: string;
  /** Ends the faults early. */
  readonly signal?: AbortSignal;
}

/**
 * @param all the faults to inject, unless their `needs` are not met; without any, the service runs undisturbed
 * @returns the report; `capacity` is the number of requests per second without faults
 */
export async function breakService(sources: readonly RequestSource[], all: readonly Fault[], terms: Terms) {
  const { minutes, seed, workers, fronts = 1, memoryRequests, program, signal } = terms;
  const sleep = (milliseconds: number) => delay(milliseconds, undefined, { signal }).catch(() => {});
  const random = new Random(seed);
  const service = new ServiceProcess(sources, { workers, fronts, program });
  const ledger = new Ledger();
  // Clients draw their own random numbers, so that their number of draws does not change the faults.
  const clients = new Clients(sources, service, ledger, new Random(random.whole(0, 2 ** 32 - 1)));
  const has = {
    signals: process.platform !== 'win32',
    fronts: process.platform !== 'win32' && fronts > 1,
  };
  const faults = all.filter(({ needs = [] }) => needs.every((need) => has[need]));
  const results: Awaited<ReturnType<typeof inflict>>[] = [];
  try {
    await service.start();
    const atOnce = 2 * service.workerCount;
    const capacity = await calibrate(clients, ledger, 2 * atOnce);
    const stage: Stage = { service, clients, ledger, random, capacity, sleep };
    let isOver = false;
    const goesOn = () => !isOver && !clients.ended;
    const going = together(atOnce, goesOn, () => clients.sendSomething());
    const ends = performance.now() + 60_000 * minutes;
    let left: Fault[] = [];
    while (!signal?.aborted && !clients.ended && performance.now() < ends) {
      await sleep(random.whole(0, LONGEST_CALM_MILLISECONDS));
      if (left.length === 0) left = [...faults];
      const [fault] = left.splice(random.whole(0, left.length - 1), 1);
      if (fault) results.push(await inflict(fault, stage));
    }
    isOver = true;
    await going;
    const requests = memoryRequests ?? Math.min(MOST_MEMORY_REQUESTS, Math.ceil(MEMORY_SECONDS * capacity));
    const growth = await measureGrowth(stage, requests, 2 * atOnce);
    if (ledger.turn(['owed'], 'stored').length > 0) await delay(WRITING_MILLISECONDS);
    ledger.begin({ name: 'every response again' });
    // A restart reveals responses that were only in memory.
    await service.end('SIGTERM');
    await service.start();
    const repeated = ledger.entries.length;
    await together(atOnce, repeated, (index) => clients.sendAgain(ledger.entries[index]!));
    await service.end('SIGTERM');
    const { judged, late } = clients.punctuality;
    const isLate = late > Math.max(LATE_IN_A_STALL, MOST_LATE * judged);
    if (isLate) ledger.found('late', `${late} of ${judged} responses`);
    if (clients.ended) ledger.found('not survived', 'ended early: too many requests had no response');
    const models = sources.map(({ manifest }) => manifest.model);
    const leftOut = all.filter((fault) => !faults.includes(fault)).map(({ name }) => name);
    const counts = { ...clients.counts, ...clients.punctuality };
    const { findings } = ledger;
    const run = { models, seed, workers, fronts, capacity, leftOut, passed: findings.length === 0 };
    return { ...run, counts, findings, results, repeated, growth };
  } finally {
    clients.ended = true;
    await service.end('SIGKILL').catch(() => {});
    service.removeData();
  }
}

/** Gets the first response to each input and measures the capacity, without faults. @returns responses a second */
async function calibrate(clients: Clients, ledger: Ledger, atOnce: number): Promise<number> {
  ledger.begin({ name: 'calibration', slow: true });
  for (const input of clients.inputs) await clients.send(randomUUID(), input);
  const ends = performance.now() + 1000 * CALIBRATION_SECONDS;
  const before = clients.counts.responses;
  const goesOn = () => performance.now() < ends;
  await together(atOnce, goesOn, () => clients.sendNew());
  ledger.begin({ name: 'calm' });
  return (clients.counts.responses - before) / CALIBRATION_SECONDS;
}

/** Injects a fault. @returns the time until the service has recovered, and whether there are no new findings */
async function inflict(fault: Fault, stage: Stage) {
  const { clients, ledger, sleep } = stage;
  const findingsBefore = ledger.findings.length;
  const cutBefore = clients.counts.cut;
  ledger.begin(fault);
  await fault.inflict(stage).catch((error: Error) => {
    if (!(error instanceof NotSurvived)) throw error;
    ledger.found('not survived', error.message);
  });
  const began = performance.now();
  if (!(await recovers(stage))) {
    ledger.found('not survived', `the service did not recover within ${RECOVERY_SECONDS} s`);
    ledger.begin({ ...fault, unreachable: 'cut', slow: true });
    await restart(stage, 'SIGKILL');
  }
  const recoverySeconds = (performance.now() - began) / 1000;
  ledger.begin({ name: `after: ${fault.name}` });
  // After this wait, responses sent while the store was unreachable must be stored.
  if (ledger.entries.some(({ firmness }) => firmness === 'owed')) await sleep(WRITING_MILLISECONDS);
  for (const entry of ledger.turn(['owed'], 'stored').slice(-30)) {
    await clients.sendAgain(entry, false);
    await clients.sendAgain(entry);
  }
  const cut = fault.unreachable === 'refused' ? clients.counts.cut - cutBefore : 0;
  if (cut > MOST_CUT) ledger.found('broken connection', `${cut} connections were cut`);
  return { name: fault.name, recoverySeconds, survived: ledger.findings.length === findingsBefore };
}

/** Whether, in time, all workers run, and new requests get stored or provisional responses in successive rounds. */
async function recovers({ service, clients }: Stage): Promise<boolean> {
  const deadline = performance.now() + 1000 * RECOVERY_SECONDS;
  let good = 0;
  while (good < ROUNDS) {
    if (performance.now() > deadline || service.pid === undefined) return false;
    const settled = await Promise.all(Array.from({ length: service.workerCount }, () => clients.sendNew()));
    const isWhole = process.platform === 'win32' || service.workers().length === service.workerCount;
    good = isWhole && settled.every((one) => one === 'stored' || one === 'provisional') ? good + 1 : 0;
  }
  return true;
}

/** Measures memory during new requests, after half as many for warm-up. @returns undefined if the system does not report it */
async function measureGrowth({ service, clients, ledger }: Stage, requests: number, atOnce: number) {
  ledger.begin({ name: 'memory', slow: true });
  const looks: number[] = [];
  await together(atOnce, 1.5 * requests, async (index) => {
    if (index % REQUESTS_A_LOOK === 0) looks.push(service.memory());
    await clients.sendNew();
  });
  const sixth = looks.length / 6;
  /** Smallest memory in a sixth of the requests, which is about the memory that remains after garbage collection. */
  const least = (after: number) => Math.min(...looks.slice(after * sixth, Math.ceil((after + 1) * sixth)));
  const bytes = least(5) - least(2);
  const counted = Math.round((3 * requests) / 4);
  const kibibytes = (bytes / counted / 1024).toFixed(1);
  // Each front process has its own heap, which grows before it is collected. A request leaks in only one process.
  const leaks = bytes > Math.max(service.frontCount * NOISE_BYTES, LEAK_BYTES * counted);
  if (leaks) ledger.found('memory', `grows by ${kibibytes} KiB with each request`);
  return looks[0] === 0 ? undefined : { bytes, requests: counted };
}
