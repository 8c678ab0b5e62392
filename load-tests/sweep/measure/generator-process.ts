/**
 * The load generator, a process of its own that lives as long as the sweep: clients that send the next request after each
 * response. Argument: an `AskedTaskChoice` as JSON. Takes a `Load` at a time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openRequestSource } from '../../../model-repository/request-source.ts';
import { ATTEMPTS, newRequest } from '../../client/new-request.ts';
import { send } from '../../client/send.ts';
import { plainAddress } from '../../client/service.ts';
import type { FromGenerator, Load } from './generator.ts';
import { Tally } from './tally.ts';

/** Pause of a client without a good response: a refusal is quick, and a retry at once would be a load of its own. */
const PAUSE_MILLISECONDS = 100;

const { samples, client } = await openRequestSource(JSON.parse(process.argv[2] ?? ''));
const how = { client, attempt: 1, repeated: false, attemptsLeft: ATTEMPTS - 1, record: () => {} };
let next = 0;

process.on('disconnect', () => process.exit());
process.on('message', (load: Load) => void make(load));
tell({ kind: 'ready' });

function tell(message: FromGenerator): void {
  process.send?.(message);
}

async function make({ url, clients, settleSeconds, seconds, limitMilliseconds }: Load): Promise<void> {
  const service = plainAddress(url);
  const begins = performance.now() + settleSeconds * 1000;
  const ends = begins + seconds * 1000;
  const tally = new Tally(begins, ends, limitMilliseconds);

  const waitingClient = async () => {
    for (let leaves = performance.now(); leaves < ends; leaves = performance.now()) {
      const sample = samples[next++ % samples.length]!;
      const timeoutMilliseconds = 2 * limitMilliseconds;
      const { record } = await send(newRequest(sample), { ...how, service, timeoutMilliseconds });
      tally.add(leaves, performance.now(), record);
      if (record.error !== undefined) await sleep(PAUSE_MILLISECONDS);
    }
  };
  const watched = watch(begins, ends);
  await Promise.all([watched, ...Array.from({ length: clients }, waitingClient)]);
  tell({ kind: 'done', ...tally.seen(clients, await watched) });
}

/** @returns the share of a core that this process used in the time that counts */
async function watch(begins: number, ends: number): Promise<number> {
  await sleep(begins - performance.now());
  const [before, began] = [process.cpuUsage(), performance.now()];
  await sleep(ends - performance.now());
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (performance.now() - began);
}
