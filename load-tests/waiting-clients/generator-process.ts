/**
 * The program of the load generator, which makes one `Load` at a time. Its argument is a `RequestSourceChoice` as JSON. If it
 * fails, it prints the reason on stderr in one line.
 */
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { openRequestSource } from '../../model-repository/request-source.ts';
import { judgedSamples } from '../client/judged-samples.ts';
import { type NewRequest, newRequest } from '../client/new-request.ts';
import { send } from '../client/send.ts';
import { plainAddress } from '../client/service.ts';
import type { FromGenerator, Load } from './generator.ts';
import { Tally } from './tally.ts';

/** Pause of a client after a request without a good response. Otherwise, quick refusals would cause too many requests. */
const PAUSE_MILLISECONDS = 100;
/** Largest number of overdue requests that are sent before responses are read again. */
const SENT_AT_ONCE = 20;
/** Number of different ids that are repeated. */
const REPEATED_IDS = 100;

process.on('uncaughtException', ({ message }) => {
  console.error(message);
  process.exit(1);
});
const { client, manifest, ...source } = await openRequestSource(JSON.parse(process.argv[2] ?? ''));
const samples = judgedSamples(source.samples);
let next = 0;

process.on('disconnect', () => process.exit());
process.on('message', (load: Load) => void make(load));
tell({ kind: 'ready' });

function tell(message: FromGenerator): void {
  process.send?.(message);
}

async function make(load: Load): Promise<void> {
  const { urls, clients, settleSeconds, seconds, limitMilliseconds, repeated = false, rate = 0 } = load;
  const services = urls.map(plainAddress);
  const exchange = async (request: NewRequest, number: number, isRepeat: boolean) => {
    const how = { client, attempt: isRepeat ? 2 : 1, record: () => {} };
    const service = services[number % services.length]!;
    return send(request, { ...how, service, timeoutMilliseconds: 2 * limitMilliseconds });
  };
  const fresh = () => newRequest(samples[next++ % samples.length]!, manifest.pipeline);
  const known = Array.from({ length: repeated ? REPEATED_IDS : 0 }, fresh);
  for (const request of known) await exchange(request, 0, false);

  const begins = performance.now() + settleSeconds * 1000;
  const ends = begins + seconds * 1000;
  const tally = new Tally(begins, ends, limitMilliseconds);
  const waitingClient = async (_: unknown, number: number) => {
    for (let leaves = performance.now(); leaves < ends; leaves = performance.now()) {
      const request = repeated ? known[next++ % known.length]! : fresh();
      const record = await exchange(request, number, repeated);
      tally.add(leaves, performance.now(), record);
      if (record.error !== undefined) await sleep(PAUSE_MILLISECONDS);
    }
  };
  const arrivals = async () => {
    const open: Promise<void>[] = [];
    const sendOne = async (leaves: number) => {
      tally.add(leaves, performance.now(), await exchange(fresh(), open.length, false));
    };
    for (let due = performance.now(); rate > 0 && performance.now() < ends; due += exponential(1000 / rate)) {
      const early = due - performance.now();
      if (early > 0) await sleep(early);
      // A generator that is behind must still read responses, so it does this after every `SENT_AT_ONCE` requests.
      else if (open.length % SENT_AT_ONCE === 0) await immediate();
      open.push(sendOne(performance.now()));
    }
    await Promise.all(open);
  };
  const watched = watch(begins, ends);
  await Promise.all([watched, arrivals(), ...Array.from({ length: clients }, waitingClient)]);
  tell({ kind: 'done', ...tally.seen(clients, await watched) });
}

const exponential = (mean: number) => -mean * Math.log(1 - Math.random());

/** @returns the share of a core that this process used in the measured time */
async function watch(begins: number, ends: number): Promise<number> {
  await sleep(begins - performance.now());
  const [before, began] = [process.cpuUsage(), performance.now()];
  await sleep(ends - performance.now());
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (performance.now() - began);
}
