/** What a stretch of load cost the service in CPU time, and what others used of the machine meanwhile. */
import os from 'node:os';
import { cpuMilliseconds } from '../../../bench/measure/cpu.ts';
import type { Service } from '../../../local/service.ts';
import type { Point, Seen } from '../measurements.ts';
import type { Watcher } from './generator.ts';

/** Only there the system tells what other processes have used. */
const isTold = process.platform === 'linux';

/** CPU time so far. All in milliseconds. */
interface Reading {
  readonly at: number;
  /** Of the gateway, which is this process, the environments and the table. */
  readonly service: number;
  /** Of everybody on this machine. */
  readonly everybody: number;
}

/** Of one stretch. */
export class CpuWatch implements Watcher {
  readonly #service: Pick<Service, 'environments' | 'databasePid'>;
  #before: Reading | undefined;
  #used: Reading | undefined;

  constructor(service: Pick<Service, 'environments' | 'databasePid'>) {
    this.#service = service;
  }

  begins(): void {
    this.#before = this.#read();
  }

  ends(): void {
    const [before, after] = [this.#before, this.#read()];
    if (!before || !after) return;
    this.#used = {
      at: after.at - before.at,
      service: after.service - before.service,
      everybody: after.everybody - before.everybody,
    };
  }

  /** What was found, for the stretch that was seen. */
  costs({ questions, seconds, generatorBusy }: Seen): Pick<Point, 'cpuMilliseconds' | 'othersBusy'> {
    if (!this.#used) return { cpuMilliseconds: null, othersBusy: null };
    // On a busy machine the readings are further apart than the stretch is long.
    const { at: elapsed, service, everybody } = this.#used;
    const others = everybody - service - generatorBusy * elapsed;
    return {
      cpuMilliseconds: questions === 0 ? null : (service * seconds * 1000) / elapsed / questions,
      othersBusy: Math.min(1, Math.max(0, others / (os.cpus().length * elapsed))),
    };
  }

  /** @returns undefined where the platform does not tell, or a process has ended */
  #read(): Reading | undefined {
    if (!isTold) return undefined;
    const database = this.#service.databasePid();
    const pids = this.#service.environments().flatMap(({ pid }) => pid ?? []);
    const { user, system } = process.cpuUsage();
    try {
      const processes = [...pids, ...(database === undefined ? [] : [database])].map(cpuMilliseconds);
      return {
        at: performance.now(),
        service: (user + system) / 1000 + processes.reduce((sum, milliseconds) => sum + milliseconds, 0),
        everybody: everybodysMilliseconds(),
      };
    } catch {
      return undefined;
    }
  }
}

function everybodysMilliseconds(): number {
  return os.cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
}
