import { ServiceError } from '../../service-error.ts';
import type { Environment, EnvironmentListener } from '../environment.ts';
import type { InitializationType } from '../environment-plan.ts';
import type { Invocation } from '../invocation.ts';
import { Restart } from '../restart.ts';

const STOPPING = 'the service stops';

/** How many environments there are to be. */
export interface EnvironmentSetPlan {
  /** The task, for messages. */
  readonly name: string;
  readonly provisioned: number;
  /** Provisioned ones included. */
  readonly maxConcurrency: number;
  /** Told of each environment that ended although nobody had asked it to. @default nobody */
  readonly died?: (environment: Environment, reason: string) => void;
}

/** Starts an environment; `Environment`'s constructor with the common plan filled in. */
export type Launch = (type: InitializationType, listener: EnvironmentListener) => Environment;

/** Who uses the environments. */
export interface EnvironmentUser {
  /** One has room for a request: it is run, or given back with `release`. */
  free(environment: Environment, busyMilliseconds: number | undefined): void;
  /** One has ended, and these requests have got no answer from it. */
  gone(environment: Environment, unanswered: readonly Invocation[]): void;
  /** The provisioned ones are there again; what is left of the places may be filled. */
  vacant(): void;
}

/** The environments of one task: keeps as many alive as there are to be, and knows which are free. */
export class EnvironmentSet {
  /** Environments that ended although nobody had asked them to. */
  deaths = 0;
  readonly #plan: EnvironmentSetPlan;
  readonly #user: EnvironmentUser;
  readonly #launch: Launch;
  readonly #listener: EnvironmentListener;
  readonly #alive = new Set<Environment>();
  /** Each as often as it has room for a request. */
  #free: Environment[] = [];
  readonly #restart = new Restart();
  #warmUp: PromiseWithResolvers<void> | undefined;
  readonly #drained = Promise.withResolvers<void>();
  #stopping = false;

  constructor(plan: EnvironmentSetPlan, launch: Launch, user: EnvironmentUser) {
    this.#plan = plan;
    this.#launch = launch;
    this.#user = user;
    this.#listener = { free: this.#onFree.bind(this), gone: this.#onGone.bind(this) };
  }

  /** In the order they were started. */
  get alive(): ReadonlySet<Environment> {
    return this.#alive;
  }

  /** Whether there may be no further one. */
  get full(): boolean {
    return this.#alive.size >= this.#plan.maxConcurrency;
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  /** Starts the provisioned ones; rejects when one of them cannot get ready. */
  async warm(): Promise<void> {
    this.#warmUp = Promise.withResolvers();
    this.#provision();
    if (this.#plan.provisioned === 0) this.#warmUp.resolve();
    await this.#warmUp.promise;
    this.#warmUp = undefined;
  }

  start(type: InitializationType): Environment {
    const environment = this.#launch(type, this.#listener);
    this.#alive.add(environment);
    return environment;
  }

  /** Takes a place of one whose process is not known to be ending: of the least busy, the one that got free last. */
  take(): Environment | undefined {
    let chosen = -1;
    for (let place = this.#free.length - 1; place >= 0; place -= 1) {
      const { ending, busy } = this.#free[place]!;
      if (!ending && (chosen === -1 || busy < this.#free[chosen]!.busy)) chosen = place;
    }
    return chosen === -1 ? undefined : this.#free.splice(chosen, 1)[0];
  }

  /** Takes one back that nobody has a request for. */
  release(environment: Environment): void {
    if (!this.#stopping) this.#free.push(environment);
    else if (environment.busy === 0) environment.kill(STOPPING);
  }

  /** Lets those that are busy finish, and ends each that is not; resolves when the last one has ended. */
  async stop(): Promise<void> {
    this.#end(this.#free.splice(0).filter(({ busy }) => busy === 0));
    if (this.#alive.size > 0) await this.#drained.promise;
  }

  /** Ends every one at once, whatever it is doing. */
  kill(): void {
    this.#end(this.#alive);
  }

  #end(environments: Iterable<Environment>): void {
    this.#stopping = true;
    this.#restart.cancel();
    for (const environment of environments) environment.kill(STOPPING);
  }

  #provision(): void {
    let missing = this.#plan.provisioned;
    for (const { initializationType } of this.#alive) {
      if (initializationType === 'provisioned-concurrency') missing -= 1;
    }
    for (; missing > 0 && !this.full; missing -= 1) this.start('provisioned-concurrency');
  }

  #onFree(environment: Environment, busy: number | undefined): void {
    if (busy === undefined) this.#restart.succeeded();
    this.#user.free(environment, busy);
    if (this.#warmUp && [...this.#alive].every(({ ready }) => ready)) this.#warmUp.resolve();
  }

  #onGone(environment: Environment, reason: string, unanswered: readonly Invocation[]): void {
    this.#alive.delete(environment);
    this.#free = this.#free.filter((free) => free !== environment);
    this.#user.gone(environment, unanswered);
    if (this.#stopping) {
      if (this.#alive.size === 0) this.#drained.resolve();
      return;
    }
    this.deaths += 1;
    if (this.#warmUp) {
      this.#warmUp.reject(new ServiceError(`the task ${this.#plan.name} could not start: ${reason}`));
      return;
    }
    this.#plan.died?.(environment, reason);
    this.#restart.schedule(environment.ready, () => {
      this.#provision();
      this.#user.vacant();
    });
  }
}
