/** A soak: the service, those who ask it, and one fault after the other. */
import { setTimeout as delay } from 'node:timers/promises';
import { type AskedTask, openAskedTask } from '../../tasks/asked-task.ts';
import { Asker } from './asking/asker.ts';
import { Counts } from './asking/counts.ts';
import { Crowd } from './asking/crowd.ts';
import { calibrate } from './calibration.ts';
import { campaign } from './campaign.ts';
import type { TakeDown } from './events.ts';
import { FAULTS } from './faults/catalogue.ts';
import type { Fault, Place, Stage } from './faults/fault.ts';
import { Ledger } from './ledger/ledger.ts';
import type { SoakOptions } from './options.ts';
import { Random } from './random.ts';
import { measureUsage, type Outcome, sortFaults } from './report/outcome.ts';
import { DataFolder } from './service/data-folder.ts';
import { findServiceProcesses } from './service/processes.ts';
import { freePort, ServiceProcess } from './service/service-process.ts';
import { stopAtTheEnd } from './stop-at-the-end.ts';
import { Trial } from './trial.ts';

const DEFAULT_BUDGET_MILLISECONDS = 1000;
const LONGEST_MEASUREMENT_SECONDS = 3;
/** Of the time that is asked for. */
const MEASURED_SHARE = 0.1;

export type SoakPlan = Omit<SoakOptions, 'json' | 'log'>;

/** What is going on, for a line of progress. */
export interface Now {
  readonly what: string;
  readonly secondsLeft: number;
  readonly counts: Counts;
}

export interface SoakSurroundings {
  /** Whether somebody wants it to end. */
  readonly signal: AbortSignal;
  readonly takeDown: TakeDown;
  /** Called every second. */
  readonly show: (now: Now) => void;
  /** Faults to choose from. @default all there are */
  readonly faults?: readonly Fault[];
}

/**
 * Breaks a service for as long as the plan says, or until the signal comes.
 *
 * @throws {ServiceError | TaskError} when the service does not answer before anything is broken
 */
export async function soak(plan: SoakPlan, surroundings: SoakSurroundings): Promise<Outcome> {
  const asked = await openAskedTask({ task: plan.task });
  const { task, environments, bundle } = plan;
  const port = plan.port ?? (await freePort());
  const data = new DataFolder();
  const start = { task, port, data: data.path, environments, bundle };
  const service = new ServiceProcess(start, (line) => surroundings.takeDown('said', { line }));
  try {
    return await new Soak(plan, surroundings, asked, data, service).run();
  } finally {
    await service.kill();
    data.remove();
  }
}

class Soak {
  readonly #plan: SoakPlan;
  readonly #surroundings: SoakSurroundings;
  readonly #asked: AskedTask;
  readonly #data: DataFolder;
  readonly #service: ServiceProcess;
  readonly #counts = new Counts();
  readonly #ledger = new Ledger();
  readonly #random: Random;
  readonly #asker: Asker;
  readonly #crowd: Crowd;
  readonly #began = performance.now();
  /** When no further fault is begun; the time that is asked for counts from the first question of the crowd. */
  #ends: number | undefined;
  #what = 'starting the service';

  constructor(
    plan: SoakPlan,
    surroundings: SoakSurroundings,
    asked: AskedTask,
    data: DataFolder,
    service: ServiceProcess,
  ) {
    this.#plan = plan;
    this.#surroundings = surroundings;
    this.#asked = asked;
    this.#data = data;
    this.#service = service;
    this.#random = new Random(plan.seed);
    const { client, samples, manifest } = asked;
    const budgetMilliseconds = manifest.budgetMilliseconds ?? DEFAULT_BUDGET_MILLISECONDS;
    const asking = { target: service.url, client, budgetMilliseconds };
    this.#asker = new Asker(asking, this.#ledger, this.#counts, surroundings.takeDown);
    const crowd = { clients: plan.clients, samples };
    this.#crowd = new Crowd(crowd, this.#asker, this.#ledger, this.#random.fork());
  }

  async run(): Promise<Outcome> {
    const { takeDown, show } = this.#surroundings;
    takeDown('soak', { ...this.#plan, ...this.#place, data: this.#data.path });
    const showing = setInterval(
      () => show({ what: this.#what, secondsLeft: this.#secondsLeft, counts: this.#counts }),
      1000,
    );
    try {
      return await this.#run();
    } finally {
      clearInterval(showing);
    }
  }

  async #run(): Promise<Outcome> {
    const { task, seed, environments, clients, minutes } = this.#plan;
    await this.#service.start();
    this.#what = 'asking every sample in calm';
    const seconds = Math.min(LONGEST_MEASUREMENT_SECONDS, MEASURED_SHARE * minutes * 60);
    const calm = await calibrate(this.#asked.samples, this.#asker, this.#crowd, { clients, seconds });
    this.#surroundings.takeDown('calm', calm);
    const stage = this.#stage(calm.capacity);
    const start = await measureUsage(await stage.processes());
    const { faults, leftOut } = await this.#break(stage);
    this.#what = 'waiting for the last answers';
    await this.#crowd.stop();
    const end = await measureUsage(await stage.processes());
    this.#what = 'stopping the service';
    const farewell = await stopAtTheEnd(stage);
    this.#surroundings.takeDown('end', { farewell });
    const counts = this.#counts;
    const took = { seconds: this.#seconds, environments, calm };
    return { task, seed, ...took, faults, leftOut, counts, start, end, farewell };
  }

  async #break(stage: Stage): Promise<Pick<Outcome, 'faults' | 'leftOut'>> {
    const { faults: all = FAULTS } = this.#surroundings;
    const { families, environments, minutes } = this.#plan;
    const chosen = all.filter(({ family }) => families.includes(family));
    const place = this.#place;
    const { possible, leftOut } = sortFaults(chosen, (fault) => fault.leftOut?.(place));
    this.#crowd.start();
    this.#ends = performance.now() + minutes * 60_000;
    const trial = new Trial(stage, this.#asker, environments);
    const faults = await campaign(possible, trial, stage, this.#random.fork(), {
      secondsLeft: () => this.#secondsLeft,
      seconds: () => this.#seconds,
      show: (what) => {
        this.#what = what;
      },
    });
    return { faults, leftOut };
  }

  get #place(): Place {
    const { platform } = process;
    const [sample] = this.#asked.samples;
    return { platform, smallDisk: this.#data.smallDisk, mediaType: sample!.mediaType };
  }

  #stage(capacity: number): Stage {
    const { signal, takeDown } = this.#surroundings;
    const { client, samples, manifest } = this.#asked;
    return {
      service: this.#service,
      data: this.#data,
      crowd: this.#crowd,
      counts: this.#counts,
      ledger: this.#ledger,
      client,
      samples,
      task: manifest.task,
      capacity,
      random: this.#random.fork(),
      takeDown,
      signal,
      sleep: (milliseconds) => delay(milliseconds, undefined, { signal }).catch(() => {}),
      processes: () => findServiceProcesses(this.#service.pid),
    };
  }

  get #secondsLeft(): number {
    if (this.#ends === undefined) return this.#plan.minutes * 60;
    return Math.max(0, (this.#ends - performance.now()) / 1000);
  }

  /** Since the start. */
  get #seconds(): number {
    return (performance.now() - this.#began) / 1000;
  }
}
