import os from 'node:os';
import { processUsage } from '../../../local/metrics/process-usage.ts';
import type { Service } from '../../../local/service.ts';
import type { Point, Seen } from '../measurements.ts';
import type { Watcher } from './generator.ts';

/** CPU time so far. All in milliseconds. */
interface Reading {
  readonly at: number;
  /** Of the front process, which is this one, and the workers. */
  readonly service: number;
  /** Of all programs on this machine. */
  readonly everybody: number;
}

/** Finds what a stretch of load costs the service in CPU time, and what other programs used of the machine meanwhile. */
export class CpuWatch implements Watcher {
  readonly #service: Pick<Service, 'workers'>;
  #before: Reading | undefined;
  #after: Reading | undefined;

  constructor(service: Pick<Service, 'workers'>) {
    this.#service = service;
  }

  begins(): void {
    this.#before = this.#read();
  }

  ends(): void {
    this.#after = this.#read();
  }

  costs({ requests, seconds, generatorBusy }: Seen): Pick<Point, 'cpuMilliseconds' | 'othersBusy'> {
    const [before, after] = [this.#before, this.#after];
    if (!before || !after) return { cpuMilliseconds: null, othersBusy: null };
    // On a busy machine the readings are further apart than the stretch is long.
    const elapsed = after.at - before.at;
    const service = after.service - before.service;
    const others = after.everybody - before.everybody - service - generatorBusy * elapsed;
    return {
      cpuMilliseconds: requests === 0 ? null : (service * seconds * 1000) / elapsed / requests,
      othersBusy: Math.min(1, Math.max(0, others / (os.cpus().length * elapsed))),
    };
  }

  /** @returns undefined where the platform does not tell what other processes use, or a process has ended */
  #read(): Reading | undefined {
    if (process.platform !== 'linux') return undefined;
    const { user, system } = process.cpuUsage();
    let service = (user + system) / 1000;
    for (const { pid } of this.#service.workers()) {
      const usage = processUsage(pid);
      if (!usage) return undefined;
      service += usage.cpuSeconds * 1000;
    }
    const everybody = os.cpus().map(({ times: { user, nice, sys, irq } }) => user + nice + sys + irq);
    return { at: performance.now(), service, everybody: everybody.reduce((sum, time) => sum + time, 0) };
  }
}
