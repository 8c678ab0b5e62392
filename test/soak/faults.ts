/** Faults that are injected while clients send requests. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { sendSignal } from '../support/processes.ts';
import type { Random } from '../support/random.ts';
import type { Clients } from './clients.ts';
import type { Circumstances, Ledger } from './ledger.ts';
import type { ServiceProcess } from './service.ts';

/** Everything that a fault may use. */
export interface Stage {
  readonly service: ServiceProcess;
  readonly clients: Clients;
  readonly ledger: Ledger;
  readonly random: Random;
  /** Requests per second that the service can handle while there is no fault. */
  readonly capacity: number;
  /** Sleeps until the time has passed or a signal ends the faults early. */
  sleep(milliseconds: number): Promise<void>;
}

/** A fault, and the effects that clients must tolerate during it. */
export interface Fault extends Circumstances {
  /** @throws {NotSurvived} if the service does not survive the fault */
  inflict(stage: Stage): Promise<void>;
  /** Conditions without which the fault cannot be injected. @default none */
  readonly needs?: readonly ('signals' | 'fronts')[];
}

const IDS_LOOKED_UP = 40;
/** Number of requests of a storm that are sent before responses are read. */
const SENT_AT_ONCE = 60;
/** Maximum number of open requests in a storm: more than the 2,000 connections of a front, but not too many for this process. */
const MOST_OPEN = 3000;
const SIGNALS = { needs: ['signals'] } as const;
const STOP = { needs: ['signals'], unreachable: 'refused' } as const;
/** Time in which clients read the last responses of a process that was ended. */
const READING_MILLISECONDS = 500;

/** Faults by family. */
export const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  workers: [
    onWorkers('kill -9 a worker at work', async (_, one) => signal(one, 'SIGKILL')),
    onWorkers('kill -9 all workers', async (_, _one, all) => signal(all, 'SIGKILL')),
    onWorkers('kill -9 workers as they start', async ({ service, sleep, random }, _, all) => {
      signal(all, 'SIGKILL');
      for (let time = 0; time < 3; time += 1) {
        await sleep(random.whole(50, 300));
        signal(service.workers(), 'SIGKILL');
      }
    }),
    onWorkers('freeze a worker for seconds', (stage, one) => freeze(stage, one, 500, 3000)),
    onWorkers('freeze all workers', (stage, _, all) => freeze(stage, all, 500, 3000)),
  ],
  store: [
    onStore('remove the cache', removeCache),
    onStore('remove everything in the data folder', (data) => {
      for (const name of readdirSync(data)) rmSync(path.join(data, name), { recursive: true, force: true });
    }),
    onStore('put rubbish in the place of the cache', (data) => {
      removeCache(data);
      writeFileSync(path.join(data, 'cache.db'), Buffer.alloc(100_000, 'no database '));
    }),
  ],
  front: [
    fault('kill -9 the front process, start it again', { unreachable: 'cut' }, (stage) =>
      restart(stage, 'SIGKILL'),
    ),
    fault('freeze the front process', SIGNALS, (stage) => freeze(stage, [stage.service.pid!], 500, 4000)),
    fault('stop under load, start again', STOP, (stage) => restart(stage, 'SIGTERM')),
  ],
  fronts: [
    fault('kill -9 one of several front processes', { needs: ['fronts'], unreachable: 'cut' }, killFront),
  ],
  storm: [fault('many more requests at once than the service can handle', {}, storm)],
};

/** @param bearing conditions of the fault, and effects that clients must tolerate, which by default include late responses */
function fault(name: string, bearing: Omit<Fault, 'name' | 'inflict'>, inflict: Fault['inflict']): Fault {
  return { name, slow: true, ...bearing, inflict };
}

/** @param inflict gets the process ids of one worker and of all workers */
function onWorkers(
  name: string,
  inflict: (stage: Stage, one: readonly number[], all: readonly number[]) => Promise<void>,
): Fault {
  return fault(name, SIGNALS, (stage) => {
    const all = stage.service.workers();
    return inflict(stage, [stage.random.pick(all)], all);
  });
}

/**
 * A fault that empties the store, so that the service forgets which input an id belongs to. @param damage gets the data folder
 */
function onStore(name: string, damage: (data: string) => void): Fault {
  return fault(name, { emptiesStore: true }, async ({ service, ledger, sleep }) => {
    damage(service.data);
    ledger.turn(['stored', 'owed'], 'void');
    await sleep(3000);
    ledger.turn(['stored', 'owed'], 'void');
  });
}

/** Sends as many requests as the service can handle in twelve seconds, but faster, in groups of 60. */
async function storm({ clients, capacity }: Stage): Promise<void> {
  const requests: Promise<unknown>[] = [];
  let open = 0;
  while (requests.length < 12 * capacity) {
    open += 1;
    requests.push(clients.sendNew(true).finally(() => (open -= 1)));
    // Responses must be read between the groups. Otherwise, requests would time out although their responses have come.
    if (requests.length % SENT_AT_ONCE === 0) await setImmediate();
    while (open >= MOST_OPEN) await delay(1);
  }
  await Promise.all(requests);
}

/** Restarts the service. Sends up to 40 stored ids again, so that the ledger finds responses that are no longer stored. */
export async function restart(
  { service, clients, ledger, random, sleep }: Stage,
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<void> {
  await service.end(signal);
  await sleep(random.whole(READING_MILLISECONDS, 1000));
  ledger.turn(['owed'], 'void');
  await service.start();
  for (const [index, entry] of clients.stored(IDS_LOOKED_UP).entries()) {
    await clients.sendAgain(entry, index % 4 !== 3);
  }
}

/** Kills a front process. Responses that the process has sent but not yet stored are lost. */
async function killFront({ service, random, ledger }: Stage): Promise<void> {
  signal([random.pick(service.fronts())], 'SIGKILL');
  await delay(READING_MILLISECONDS);
  ledger.turn(['owed'], 'void');
}

function removeCache(data: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(path.join(data, `cache.db${end}`), { force: true });
}

async function freeze({ sleep, random }: Stage, pids: readonly number[], least: number, most: number) {
  signal(pids, 'SIGSTOP');
  await sleep(random.whole(least, most));
  signal(pids, 'SIGCONT');
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) sendSignal(pid, name);
}
