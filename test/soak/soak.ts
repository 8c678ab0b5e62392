/** The service under load while everything around it breaks, and the reckoning at the end. */
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { RequestSource } from '../../model-repository/request-source.ts';
import { dataDirectory } from '../../project/paths.ts';
import { together } from '../support/together.ts';
import { campaign, WRITING_MILLISECONDS } from './campaign.ts';
import { Clients } from './clients.ts';
import type { Fault, Stage } from './faults.ts';
import { Ledger } from './ledger.ts';
import { Random } from './random.ts';
import { complaintsOf, measureGrowth, repeatAll } from './reckoning.ts';
import { ServiceProcess } from './service.ts';

const CALIBRATION_SECONDS = 3;
/** What the measurement of memory takes, in calm. */
const MEMORY_SECONDS = 60;
const MOST_MEMORY_REQUESTS = 8000;

export interface Terms {
  readonly minutes: number;
  readonly seed: number;
  /** Of each model. */
  readonly workers: number;
  /** Requests by which growing memory is judged. @default those of a minute, 8,000 at most */
  readonly memoryRequests?: number;
  /** @default `npm start` */
  readonly program?: string;
}

/**
 * @param all faults that may be inflicted; none: the service is watched in calm
 * @returns the report, with requests a second in calm, complaints beside those of faults, and the file of all that happened
 */
export async function breakService(
  sources: readonly RequestSource[],
  all: readonly Fault[],
  { minutes, seed, workers, memoryRequests, program }: Terms,
) {
  mkdirSync(dataDirectory, { recursive: true });
  const events = path.join(dataDirectory, `soak-${seed}.jsonl`);
  const takeDown = (what: string, details: object) =>
    appendFileSync(events, `${JSON.stringify({ time: new Date().toISOString(), what, ...details })}\n`);
  const ends = performance.now() + 60_000 * minutes;
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  let clients: Clients | undefined;
  const isOver = () =>
    interrupted.signal.aborted || performance.now() > ends || clients?.haveGivenUp === true;
  const random = new Random(seed);
  const service = new ServiceProcess(sources, workers, program);
  const has = { signals: process.platform !== 'win32', 'small disk': service.hasSmallDisk };
  const leftOut = all.filter(({ needs }) => needs !== undefined && !has[needs]);
  const progress = (what: string) => {
    const left = Math.max(0, Math.round((ends - performance.now()) / 60_000));
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${what}, ${left} min left` : `${what}\n`);
  };
  try {
    await service.start();
    const ledger = new Ledger();
    // Numbers of their own, so that how many they draw changes nothing for faults.
    const own = new Random(random.whole(0, 2 ** 32 - 1));
    clients = new Clients(sources, { url: service.url, ledger, random: own, takeDown });
    const atOnce = 2 * service.workerCount;
    progress('calm');
    const capacity = await calibrate(clients, ledger, 2 * atOnce);
    clients.start(atOnce);
    const sleep = (milliseconds: number) =>
      delay(milliseconds, undefined, { signal: interrupted.signal }).catch(() => {});
    const stage: Stage = { service, clients, ledger, random, capacity, sleep };
    const faults = all.filter((fault) => !leftOut.includes(fault));
    const results = await campaign(faults, stage, isOver, progress);
    await clients.stop();
    progress('memory');
    const requests = memoryRequests ?? Math.min(MOST_MEMORY_REQUESTS, Math.ceil(MEMORY_SECONDS * capacity));
    const growth = await measureGrowth(clients, service, requests, 2 * atOnce);
    progress('every response again');
    if (ledger.settleOwed().length > 0) await delay(WRITING_MILLISECONDS);
    // What only its memory held would go unnoticed.
    await service.stop();
    await service.start();
    const repeated = await repeatAll(clients, ledger, atOnce);
    await service.stop();
    const complaints = complaintsOf(clients, growth);
    const { counts, wrongs } = clients;
    const passed =
      [complaints, ...results.map((result) => result.complaints)].every((all) => all.length === 0) &&
      Object.values(wrongs).every((count) => count === 0);
    const terms = { models: sources.map(({ manifest }) => manifest.model), seed, workers, capacity };
    const found = { counts, wrongs, results, repeated, growth, complaints };
    return { ...terms, passed, ...found, leftOut: leftOut.map(({ name }) => name), events };
  } finally {
    clients?.end();
    await service.kill().catch(() => {});
    service.removeData();
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
}

/** Notes what each input gets in calm. @returns requests a second */
async function calibrate(clients: Clients, ledger: Ledger, atOnce: number): Promise<number> {
  clients.circumstances = { slow: true };
  for (const input of clients.inputs) {
    const before = ledger.ids.length;
    await clients.send(randomUUID(), input);
    clients.expected.set(input.name, ledger.entry(ledger.ids[before]!)!.output);
  }
  const ends = performance.now() + 1000 * CALIBRATION_SECONDS;
  const isOn = () => performance.now() < ends;
  let responses = 0;
  await together(atOnce, isOn, async () => {
    await clients.sendNew();
    responses += 1;
  });
  clients.circumstances = {};
  return responses / CALIBRATION_SECONDS;
}
