import { ServiceError } from '../service-error.ts';
import type { Environment, EnvironmentListener } from './environment.ts';
import type { InitializationType } from './environment-plan.ts';
import { failed, type Invocation } from './invocation.ts';
import { Restart } from './restart.ts';
import { WaitingLine } from './waiting-line.ts';

/** How many environments there are, and what happens to requests that find none. */
export interface PoolPlan {
  /** The task, for messages. */
  readonly name: string;
  readonly provisioned: number;
  readonly maxConcurrency: number;
  readonly queue: boolean;
  readonly budgetMilliseconds: number;
}

/** Starts an environment; `Environment`'s constructor with the common plan filled in. */
export type Launch = (type: InitializationType, listener: EnvironmentListener) => Environment;

/** Gives each request an execution environment: a free one, else a new one, else a turn in the line. */
export class Pool {
  /** Requests that had to start a cold environment. */
  spillOver = 0;
  /** Environments that ended although nobody had asked them to. */
  deaths = 0;
  readonly #plan: PoolPlan;
  readonly #launch: Launch;
  readonly #line: WaitingLine;
  readonly #environments = new Set<Environment>();
  readonly #free: Environment[] = [];
  /** Cold environments and the request each was started for. */
  readonly #reserved = new Map<Environment, Invocation>();
  readonly #listener: EnvironmentListener;
  #warmUp: PromiseWithResolvers<void> | undefined;
  #drained: (() => void) | undefined;
  readonly #restart = new Restart();
  #stopping = false;

  constructor(plan: PoolPlan, launch: Launch) {
    this.#plan = plan;
    this.#launch = launch;
    this.#line = new WaitingLine(plan.budgetMilliseconds, (invocation) => this.#refuse(invocation));
    this.#listener = {
      free: (environment, busy) => this.#onFree(environment, busy),
      gone: (environment, reason) => this.#onGone(environment, reason),
    };
  }

  get environments(): ReadonlySet<Environment> {
    return this.#environments;
  }

  get waiting(): number {
    return this.#line.length;
  }

  /** Starts the provisioned environments; rejects when one of them cannot get ready. */
  async warm(): Promise<void> {
    this.#warmUp = Promise.withResolvers();
    this.#provision();
    if (this.#plan.provisioned === 0) this.#warmUp.resolve();
    await this.#warmUp.promise;
    this.#warmUp = undefined;
  }

  /** Takes a request; its `settle` is called in any case. */
  submit(invocation: Invocation): void {
    let environment = this.#free.pop();
    while (environment?.ending) environment = this.#free.pop();
    if (this.#stopping) {
      invocation.settle(failed('stopping'));
    } else if (environment) {
      environment.run(invocation);
    } else if (this.#environments.size < this.#plan.maxConcurrency && this.#line.length === 0) {
      this.#spill(invocation);
    } else if (
      this.#plan.queue &&
      this.#line.admits(invocation, performance.now(), this.#environments.size)
    ) {
      this.#line.join(invocation);
    } else {
      this.#refuse(invocation);
    }
  }

  /** Forgets a request that still waits; one that is being worked on is finished. */
  withdraw(invocation: Invocation): void {
    this.#line.leave(invocation);
    for (const [environment, reserved] of this.#reserved) {
      if (reserved === invocation) this.#reserved.delete(environment);
    }
  }

  /** Lets the requests that wait or run finish, then ends every environment. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#restart.cancel();
    for (const environment of this.#free.splice(0)) environment.kill('the service stops');
    if (this.#environments.size > 0)
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
  }

  /** Ends every environment at once, whatever it is doing. */
  kill(): void {
    this.#stopping = true;
    this.#restart.cancel();
    for (const environment of this.#environments) environment.kill('the service stops');
  }

  #start(type: InitializationType): Environment {
    const environment = this.#launch(type, this.#listener);
    this.#environments.add(environment);
    return environment;
  }

  /** Starts a cold environment for a request. */
  #spill(invocation: Invocation): void {
    this.spillOver += 1;
    invocation.spillOver = true;
    this.#reserved.set(this.#start('on-demand'), invocation);
  }

  /** Fills the places of environments that ended: with provisioned ones, then for the requests that wait. */
  #replenish(): void {
    this.#provision();
    while (this.#environments.size < this.#plan.maxConcurrency) {
      const next = this.#line.next();
      if (!next) return;
      this.#spill(next);
    }
  }

  #provision(): void {
    const { provisioned, maxConcurrency } = this.#plan;
    let missing = provisioned;
    for (const { initializationType } of this.#environments) {
      if (initializationType === 'provisioned-concurrency') missing -= 1;
    }
    missing = Math.min(missing, maxConcurrency - this.#environments.size);
    for (; missing > 0; missing -= 1) this.#start('provisioned-concurrency');
  }

  #onFree(environment: Environment, busy: number | undefined): void {
    if (busy === undefined) this.#restart.succeeded();
    else this.#line.observe(busy);
    const next = this.#reserved.get(environment) ?? this.#line.next();
    this.#reserved.delete(environment);
    if (next) environment.run(next);
    else if (this.#stopping) environment.kill('the service stops');
    else this.#free.push(environment);
    if (this.#warmUp && [...this.#environments].every(({ ready }) => ready)) this.#warmUp.resolve();
  }

  #onGone(environment: Environment, reason: string): void {
    this.#environments.delete(environment);
    const index = this.#free.indexOf(environment);
    if (index !== -1) this.#free.splice(index, 1);
    this.#reserved.get(environment)?.settle(failed('environment-died'));
    this.#reserved.delete(environment);
    if (this.#stopping) {
      if (this.#environments.size === 0) this.#drained?.();
      return;
    }
    this.deaths += 1;
    if (this.#warmUp) {
      this.#warmUp.reject(new ServiceError(`the task ${this.#plan.name} could not start: ${reason}`));
      return;
    }
    this.#restart.schedule(environment.ready, () => this.#replenish());
  }

  #refuse(invocation: Invocation): void {
    const wait = this.#line.expectedWait(this.#environments.size);
    invocation.settle(failed('too-busy', Math.max(1, Math.ceil(wait / 1000))));
  }
}
