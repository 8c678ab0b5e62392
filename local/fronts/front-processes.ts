/** Several front processes that share a port. If one dies, it is replaced while the others go on. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BirpcReturn, createBirpc } from 'birpc';
import { programFile } from '../../project/paths.ts';
import { COMPILE_CACHE } from '../data-directory.ts';
import { lastingValues, processValues } from '../metrics/exposition.ts';
import type { FrontReport } from '../models/open-model.ts';
import type { ServedModel } from '../models/served-models.ts';
import type { Settings } from '../options.ts';
import { ServiceError } from '../service-error.ts';
import { endWithThisProcess } from '../workers/end-with-this-process.ts';
import { Replacement } from '../workers/replacement.ts';
import type { CommonContext, Fronts } from './front.ts';
import type { FrontCalls, SupervisorCalls } from './messages.ts';

/** Time limit for a front's report; a front that takes longer is busy or frozen. */
const REPORT_MILLISECONDS = 200;
const NO_REPORT: FrontReport = { values: {}, ready: [] };

/**
 * Environment variables that make glibc return the memory of photographs to the system. Under load, a front then takes 60 to 70
 * MB instead of 75 to 130 MB, with the same CPU time.
 */
const MEMORY_VARIABLES = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '8388608',
};

interface FrontProcess {
  readonly number: number;
  readonly worker: Worker;
  readonly calls: BirpcReturn<FrontCalls, SupervisorCalls>;
  /** The front's `Fronts.example`; undefined until the front serves requests. */
  example?: string;
  /** Why the front could not start. */
  failure?: string;
  lastReport: FrontReport;
}

export class FrontProcesses implements Fronts {
  example = '';
  readonly #context: CommonContext;
  #settings: Settings;
  readonly #fronts = new Map<number, FrontProcess>();
  readonly #replacement = new Replacement(() => {
    // Failures are ignored here, because the `exit` event of the process reports them and starts the next process.
    for (const launched of this.#launchMissing()) launched.catch(() => {});
  });
  /** Sums of the last reports of fronts that have ended. */
  #former = NO_REPORT;
  /** Whether a front that ends is replaced: true after `start`, until `stop` or `kill`. */
  #replaces = false;

  /** @param context with settings that name a free port */
  constructor(context: CommonContext) {
    this.#context = context;
    this.#settings = context.settings;
    cluster.setupPrimary({
      exec: programFile('local/fronts/front-program'),
      args: [],
      execArgv: ['--max-semi-space-size=4'],
      serialization: 'advanced',
    });
  }

  get port(): number {
    return this.#settings.port;
  }

  /**
   * Resolves when all fronts serve requests. @throws {ServiceError} with the reason of the first front that cannot start; then no
   * front is left running
   */
  async start(): Promise<void> {
    try {
      const [first] = await Promise.all(this.#launchMissing());
      this.example = first!.example!;
      this.#replaces = true;
    } catch (error) {
      await this.kill();
      throw new ServiceError((error as Error).message);
    }
  }

  async replace(model: ServedModel): Promise<void> {
    const fronts = [...this.#fronts.values()];
    const first = fronts.find(({ example }) => example !== undefined);
    if (!first) throw new ServiceError('no front process is running to load it');
    await first.calls.replace(model);
    const [leader, ...others] = this.#settings.models.map((one) => (one.name === model.name ? model : one));
    this.#settings = { ...this.#settings, models: [leader!, ...others] };
    // The model has started in the first front, so it should start in the others. A front in which it fails is killed and
    // replaced, as is a front that is still starting with the former model.
    await Promise.all(
      fronts.map(async (front) => {
        if (front === first) return;
        if (front.example === undefined) front.worker.process.kill('SIGKILL');
        else await front.calls.replace(model).catch(() => front.worker.process.kill('SIGKILL'));
      }),
    );
  }

  /** The report of all fronts together. A front that is silent counts as an incident, and its last report is used. */
  async report(): Promise<FrontReport> {
    const reports = await Promise.all([...this.#fronts.values()].map((front) => this.#reportOf(front)));
    const own = { ...this.#context.incidents.values(), ...processValues('supervisor') };
    return addUp([...reports, this.#former, { ...NO_REPORT, values: own }]);
  }

  async stop(): Promise<void> {
    this.#replaces = false;
    await Promise.all([...this.#fronts.values()].map(({ calls }) => calls.stop().catch(() => {})));
    await this.kill();
  }

  async kill(): Promise<void> {
    this.#replaces = false;
    this.#replacement.cancel();
    await Promise.all(
      [...this.#fronts.values()].map(async ({ worker }) => {
        const ended = once(worker, 'exit');
        worker.process.kill('SIGKILL');
        await ended;
      }),
    );
  }

  async #reportOf(front: FrontProcess): Promise<FrontReport> {
    if (front.example === undefined) return NO_REPORT;
    const late = delay(REPORT_MILLISECONDS, undefined, { ref: false });
    const report = await Promise.race([front.calls.report().catch(() => undefined), late]);
    if (report) front.lastReport = report;
    else this.#context.incidents.report('SilentFronts');
    return report ?? lasting(front.lastReport);
  }

  #launchMissing(): Promise<FrontProcess>[] {
    const numbers = Array.from({ length: this.#settings.fronts }, (_, index) => index + 1);
    return numbers.filter((number) => !this.#fronts.has(number)).map((number) => this.#launch(number));
  }

  async #launch(number: number): Promise<FrontProcess> {
    const { owner } = this.#context;
    const worker = cluster.fork({
      ...MEMORY_VARIABLES,
      NODE_COMPILE_CACHE: join(this.#settings.dataDirectory, COMPILE_CACHE),
    });
    endWithThisProcess(worker.process);
    const calls = createBirpc<FrontCalls, SupervisorCalls>(
      { provide: async () => owner?.provide(), report: () => this.report() },
      {
        post: (message) => worker.send(message),
        on: (listener) => worker.on('message', listener),
        timeout: -1,
      },
    );
    const front: FrontProcess = { number, worker, calls, lastReport: NO_REPORT };
    this.#fronts.set(number, front);
    // Ignored, because a message fails only when the process has ended.
    worker.on('error', () => {});
    worker.once('exit', (code, signal) =>
      this.#onGone(front, `its process ended with ${signal ?? `code ${code}`}`),
    );
    try {
      front.example = await calls.start(number, this.#settings);
    } catch (error) {
      front.failure = (error as Error).message;
      worker.process.kill('SIGKILL');
      throw error;
    }
    this.#replacement.succeeded();
    return front;
  }

  #onGone(front: FrontProcess, reason: string): void {
    const { number, calls, example, lastReport } = front;
    this.#fronts.delete(number);
    this.#former = addUp([this.#former, lasting(lastReport)]);
    calls.$close(new Error(reason));
    if (!this.#replaces) return;
    const sentence = `front process ${number} has ended and is being replaced: ${front.failure ?? reason}`;
    this.#context.incidents.report('FrontDeaths', { sentence });
    this.#replacement.schedule(example !== undefined);
  }
}

function addUp(reports: readonly FrontReport[]): FrontReport {
  const values: Record<string, number> = {};
  for (const [key, value] of reports.flatMap((report) => Object.entries(report.values))) {
    values[key] = (values[key] ?? 0) + value;
  }
  return { values, ready: [...new Set(reports.flatMap(({ ready }) => ready))] };
}

/** The part of a report that stays valid when its front has ended or does not report. */
function lasting({ values }: FrontReport): FrontReport {
  return { values: lastingValues(values), ready: [] };
}
