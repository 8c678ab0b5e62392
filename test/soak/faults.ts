/** What is broken while clients go on. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import type { ContractRequest } from '../../functions/inference/contracts/client.ts';
import { exchange } from '../../load-tests/client/exchange.ts';
import type { Circumstances, Clients, Input } from './clients.ts';
import { bytesOf, DAMAGES, damageSample } from './damaged-requests.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';
import { NotSurvived, type ServiceProcess } from './service.ts';

export const FAMILIES = ['workers', 'store', 'front', 'disk', 'storm', 'damage', 'clients'] as const;
export type Family = (typeof FAMILIES)[number];

/** Everything that a fault may touch. */
export interface Stage {
  readonly service: ServiceProcess;
  readonly clients: Clients;
  readonly ledger: Ledger;
  readonly random: Random;
  /** Requests a second in calm. */
  readonly capacity: number;
  /** Sleeps no longer than until the soak is to end. */
  sleep(milliseconds: number): Promise<void>;
}

/** With what clients must bear meanwhile. */
export interface Fault extends Circumstances {
  readonly name: string;
  readonly family: Family;
  /** @throws {NotSurvived} when something did not hold */
  inflict(stage: Stage): Promise<void>;
  /** What the platform must have. @default nothing */
  readonly needs?: 'signals' | 'small disk';
}

type Parts = readonly (string | Buffer)[];

const IDS_LOOKED_UP = 40;
/** Requests of a storm that are sent between two looks for responses. */
const SENT_AT_ONCE = 60;
/** Requests of a storm without response: more than the service takes connections, and as many as this process can look after. */
const MOST_OPEN = 3000;
const TIMEOUT_MILLISECONDS = 10_000;
/** Longer than a worker may take for one request. */
const HANG_MILLISECONDS = 12_000;
/** As many bytes of work as decoding takes on: pixels of 16 bits in 130 KB, a quarter of a second of one core. */
const COSTLIEST = { width: 16_384, height: 1370, channels: 3, background: '#fff' } as const;

let costliest: Promise<Buffer> | undefined;

const SIGNALS = { needs: 'signals' } as const;
const STOP = { needs: 'signals', unreachable: 'refused' } as const;
const FULL_DISK = { needs: 'small disk', store: 'unreachable' } as const;

export const FAULTS: readonly Fault[] = [
  onWorkers('kill -9 a worker at work', async ({ random }, pids) => signal([random.pick(pids)], 'SIGKILL')),
  onWorkers('kill -9 all workers', async (_, pids) => signal(pids, 'SIGKILL')),
  onWorkers('kill -9 workers as they start', async ({ service, sleep, random }, pids) => {
    signal(pids, 'SIGKILL');
    for (let time = 0; time < 3; time += 1) {
      await sleep(random.whole(50, 300));
      signal(service.workers(), 'SIGKILL');
    }
  }),
  onWorkers('freeze a worker for seconds', ({ random, sleep }, pids) =>
    freeze([random.pick(pids)], () => sleep(random.whole(500, 3000))),
  ),
  onWorkers('freeze a worker until it is killed for that', ({ random, sleep }, pids) =>
    freeze([random.pick(pids)], () => sleep(HANG_MILLISECONDS)),
  ),
  onWorkers('freeze all workers', ({ random, sleep }, pids) =>
    freeze(pids, () => sleep(random.whole(500, 3000))),
  ),
  onStore('remove the cache', ({ data }) => removeCache(data)),
  onStore('remove everything in the data folder', ({ data }) => {
    for (const name of readdirSync(data)) rmSync(path.join(data, name), { recursive: true, force: true });
  }),
  onStore('put rubbish in the place of the cache', ({ data }) => {
    removeCache(data);
    writeFileSync(path.join(data, 'cache.db'), Buffer.alloc(100_000, 'no database '));
  }),
  fault('front', 'kill -9 the front process, start it again', { unreachable: 'cut' }, async (stage) => {
    await stage.service.kill();
    stage.ledger.forgetOwed();
    await stage.sleep(stage.random.whole(0, 1000));
    await stage.service.start();
    await lookUp(stage);
  }),
  fault('front', 'freeze the front process', SIGNALS, ({ service, random, sleep }) =>
    freeze([service.pid!], () => sleep(random.whole(500, 4000))),
  ),
  fault('front', 'stop under load, start again', STOP, (stage) => restart(stage, () => {})),
  fault('disk', 'fill the disk of cache and log', FULL_DISK, async ({ service, random, sleep }) => {
    const makeRoom = service.fillDisk();
    await sleep(random.whole(2000, 6000)).finally(makeRoom);
  }),
  fault('disk', 'fill the disk and kill -9 a worker', FULL_DISK, async ({ service, random, sleep }) => {
    const makeRoom = service.fillDisk();
    signal([random.pick(service.workers())], 'SIGKILL');
    await sleep(3000).finally(makeRoom);
  }),
  fault('disk', 'a start with a folder where the log should be', STOP, async (stage) => {
    const log = path.join(stage.service.data, 'service.log');
    const refused = restart(stage, () => {
      rmSync(log, { force: true });
      mkdirSync(log);
    });
    await refused.catch((error: Error) => {
      if (!error.message.includes('it is a folder: remove it')) throw error;
    });
    rmSync(log, { recursive: true });
    await stage.service.start();
  }),
  storm('four times as many requests as there is room for', ({ capacity }) => 4 * capacity * 3),
  storm('60 requests at once', () => 60),
  fault('damage', '60 damaged requests', { slow: false }, async ({ clients, service, random }) => {
    for (let sent = 0; sent < 60; sent += 1) {
      const input = random.pick(clients.inputs);
      const [name = `damaged ${input.name}`, damage] = random.pick([...DAMAGES, []]);
      const sample = damage ? input.sample : damageSample(input.sample, random);
      const good = clients.request({ ...input, sample });
      const request = { ...(damage?.(good, random) ?? good), timeoutMilliseconds: TIMEOUT_MILLISECONDS };
      const response = await exchange(new URL(`${service.url}${request.path}`), request);
      const { status = 0, headers, error = `status ${status}` } = response;
      if (status > 0 && (status < 500 || headers['retry-after'] !== undefined)) continue;
      clients.takeDown('damaged', { ...request, body: bytesOf(request).toString('base64') });
      throw new NotSurvived(`${name}: ${error}`);
    }
  }),
  badClients('100 that say nothing', 100, () => []),
  badClients('40 that announce 10 MB and send nothing', 40, (request) => [headOf(request, 10_485_760)]),
  badClients('20 that send a byte a second', 20, (request) => {
    const body = bytesOf(request);
    const bytes = Array.from({ length: 60 }, (_, index) => body.subarray(index, index + 1));
    return [headOf(request, body.length), ...bytes];
  }),
  badClients('40 whose chunks never end', 40, (request) => [
    headOf(request),
    ...Array<string>(60).fill('10\r\n{"padding": "AAA\r\n'),
  ]),
  badClients('60 that hang up in the middle', 60, (request) => {
    const body = bytesOf(request);
    return [headOf(request, body.length), body.subarray(0, body.length >> 1)];
  }),
  // Together about as much as two that send the next one with each response.
  badClients('6 that send the costliest picture once a second', 6, async (_, { source }) => {
    costliest ??= sharp({ create: COSTLIEST }).toColourspace('rgb16').png().toBuffer();
    const picture = await costliest;
    const path = `/predictions/${source.manifest.model}`;
    const head = headOf({ method: 'POST', path, headers: { 'content-type': 'image/png' } }, picture.length);
    return [head, ...Array<Buffer>(4).fill(Buffer.concat([picture, Buffer.from(head)]))];
  }),
  badClients('5 that send 11 MB', 5, (request) => [headOf(request, 11e6), Buffer.alloc(11e6, 'A')]),
];

/** @param bearing what clients must bear; late responses, too, unless it says no */
function fault(
  family: Family,
  name: string,
  bearing: Circumstances & Pick<Fault, 'needs'>,
  inflict: Fault['inflict'],
): Fault {
  return { family, name, slow: true, ...bearing, inflict };
}

function onWorkers(name: string, inflict: (stage: Stage, pids: number[]) => Promise<void>): Fault {
  return fault('workers', name, SIGNALS, (stage) => inflict(stage, stage.service.workers()));
}

/** Nobody can know after it which id was whose. */
function onStore(name: string, damage: (service: ServiceProcess) => void): Fault {
  return fault('store', name, { store: 'emptied' }, async ({ service, ledger, sleep }) => {
    damage(service);
    ledger.forgetAll();
    await sleep(3000);
    ledger.forgetAll();
  });
}

function storm(name: string, count: (stage: Stage) => number): Fault {
  return fault('storm', name, {}, async (stage) => {
    const requests: Promise<unknown>[] = [];
    let open = 0;
    while (requests.length < count(stage)) {
      open += 1;
      requests.push(stage.clients.sendNew(true).finally(() => (open -= 1)));
      // Were all sent before the first response is read, every one would be late for want of a reader.
      if (requests.length % SENT_AT_ONCE === 0) await setImmediate();
      while (open >= MOST_OPEN) await delay(1);
    }
    await Promise.all(requests);
  });
}

/** @param parts what each of them sends: the first two at once, and then one a second */
function badClients(
  name: string,
  count: number,
  parts: (request: ContractRequest, input: Input) => Parts | Promise<Parts>,
): Fault {
  const named = `clients: ${name}`;
  return fault('clients', named, { slow: false }, async ({ service, clients, random, sleep }) => {
    const before = { ...clients.counts };
    const { hostname, port } = new URL(service.url);
    const inputs = Array.from({ length: count }, () => random.pick(clients.inputs));
    const sent = await Promise.all(inputs.map((input) => parts(clients.request(input), input)));
    const sockets = sent.map(([head = '', first = '', ...rest]) => {
      const socket = connect(Number(port), hostname).on('error', () => {});
      for (const part of [head, first]) socket.write(part);
      const timer = setInterval(() => rest.length > 0 && socket.write(rest.shift()!), 1000);
      return socket.once('close', () => clearInterval(timer));
    });
    await sleep(4000);
    for (const socket of sockets) socket.destroy();
    const { requests, refused } = clients.counts;
    const share = (refused - before.refused) / Math.max(1, requests - before.requests);
    if (share > 0.1) throw new NotSurvived(`${(100 * share).toFixed(0)} % of good requests were refused`);
  });
}

async function restart(stage: Stage, whileDown: () => void): Promise<void> {
  await stage.service.stop();
  stage.ledger.forgetOwed();
  whileDown();
  await stage.service.start();
  await lookUp(stage);
}

/** What went out before must be there; the ledger judges each response. */
async function lookUp({ clients }: Stage): Promise<void> {
  for (const [index, id] of clients.storedIds(IDS_LOOKED_UP).entries()) {
    await clients.sendAgain(id, index % 4 !== 3);
  }
}

function removeCache(data: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(path.join(data, `cache.db${end}`), { force: true });
}

async function freeze(pids: readonly number[], meanwhile: () => Promise<void>): Promise<void> {
  signal(pids, 'SIGSTOP');
  await meanwhile().finally(() => signal(pids, 'SIGCONT'));
}

/** Some may have ended by themselves. */
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended by itself.
    }
  }
}

/** The lines before a body. @param bytes of it; left out, it comes in chunks */
function headOf({ method, path, headers }: Omit<ContractRequest, 'body'>, bytes?: number): string {
  const framing = bytes === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': bytes };
  const all = Object.entries({ host: 'localhost', ...headers, ...framing });
  return `${method} ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
