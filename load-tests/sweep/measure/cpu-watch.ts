/** What a stretch of load cost the service in CPU time, and what others used of the machine meanwhile. */
import os from 'node:os';
import { processUsage } from '../../../local/metrics/process-usage.ts';
import type { Service } from '../../../local/service.ts';
import type { Point, Seen } from '../measurements.ts';
import type { Watcher } from './generator.ts';

/** Only there the system tells what other processes have used. */
const isTold = process.platform === 'linux';

/** CPU time so far. All in milliseconds. */
interface Reading {
  readonly at: number;
  /** Of the front process, which is this one, and the workers. */
  readonly service: number;
  /** Of everybody on this machine. */
  readonly everybody: number;
}

/** Of one stretch. */
export class CpuWatch implements Watcher {
  readonly #service: Pick<Service, 'workers'>;
  #before: Reading | undefined;
  #used: Reading | undefined;

  constructor(service: Pick<Service, 'workers'>) {
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
    const { user, system } = process.cpuUsage();
    let service = (user + system) / 1000;
    for (const { pid } of this.#service.workers()) {
      const usage = processUsage(pid);
      if (!usage) return undefined;
      service += usage.cpuSeconds * 1000;
    }
    return { at: performance.now(), service, everybody: everybodysMilliseconds() };
  }
}

function everybodysMilliseconds(): number {
  return os.cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
}
