import type { Environment } from '../environment.ts';
import { failed, type Invocation } from '../invocation.ts';
import { EnvironmentSet, type EnvironmentSetPlan, type Launch } from './environment-set.ts';
import { WaitingLine } from './waiting-line.ts';

/**
 * Environments rarely end alone, and on a busy machine one hears of it one by one: a request whose environment has ended
 * waits as long before it is given to one that seems free.
 */
const DEATHS_TOGETHER_MILLISECONDS = 50;

/** How many environments there are, and what happens to requests that find none. */
export interface PoolPlan extends EnvironmentSetPlan {
  readonly queue: boolean;
  /** Requests that an environment takes at once. */
  readonly concurrency: number;
  readonly budgetMilliseconds: number;
}

/** Gives each request an execution environment: a free one, else a new one, else a turn in the line. */
export class Pool {
  /** Requests that had to start a cold environment. */
  spillOver = 0;
  readonly #queue: boolean;
  readonly #concurrency: number;
  readonly #line: WaitingLine;
  readonly #environments: EnvironmentSet;
  /** Cold environments and the request each was started for. */
  readonly #reserved = new Map<Environment, Invocation>();
  /** Requests that an environment has ended with: the next one that does is the last. */
  readonly #handedOn = new WeakSet<Invocation>();

  constructor(plan: PoolPlan, launch: Launch) {
    this.#queue = plan.queue;
    this.#concurrency = plan.concurrency;
    this.#line = new WaitingLine(plan.budgetMilliseconds, (invocation) => this.#refuse(invocation));
    this.#environments = new EnvironmentSet(plan, launch, {
      free: (environment, busy) => this.#onFree(environment, busy),
      gone: (environment, unanswered) => this.#onGone(environment, unanswered),
      vacant: () => this.#fill(),
    });
  }

  get environments(): ReadonlySet<Environment> {
    return this.#environments.alive;
  }

  /** Environments that ended although nobody had asked them to. */
  get deaths(): number {
    return this.#environments.deaths;
  }

  get waiting(): number {
    return this.#line.length;
  }

  /** Starts the provisioned environments; rejects when one of them cannot get ready. */
  warm(): Promise<void> {
    return this.#environments.warm();
  }

  /** Takes a request; its `settle` is called in any case. */
  submit(invocation: Invocation): void {
    if (this.#environments.stopping) {
      invocation.settle(failed('stopping'));
      return;
    }
    const environment = this.#environments.take();
    if (environment) {
      environment.run(invocation);
    } else if (!this.#environments.full && this.#line.length === 0) {
      this.#spill(invocation);
    } else if (this.#queue && this.#line.admits(invocation, performance.now())) {
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
  stop(): Promise<void> {
    return this.#environments.stop();
  }

  /** Ends every environment at once, whatever it is doing. */
  kill(): void {
    this.#environments.kill();
  }

  /** Starts a cold environment for a request. */
  #spill(invocation: Invocation): void {
    if (!invocation.spillOver) this.spillOver += 1;
    invocation.spillOver = true;
    this.#reserved.set(this.#environments.start('on-demand'), invocation);
  }

  /** Starts environments for the requests that wait, in the places that are left. */
  #fill(): void {
    while (!this.#environments.full) {
      const next = this.#line.next();
      if (!next) return;
      this.#spill(next);
    }
  }

  #onFree(environment: Environment, busy: number | undefined): void {
    if (busy !== undefined) this.#line.observe(busy);
    const next = this.#reserved.get(environment) ?? this.#line.next();
    this.#reserved.delete(environment);
    if (next) environment.run(next);
    else this.#environments.release(environment);
  }

  #onGone(environment: Environment, unanswered: readonly Invocation[]): void {
    const reserved = this.#reserved.get(environment);
    this.#reserved.delete(environment);
    for (const invocation of reserved ? [reserved, ...unanswered] : unanswered) {
      if (!this.#handOn(invocation)) invocation.settle(failed('environment-died'));
    }
  }

  /**
   * Gives a request whose environment has ended to another one, once and within its budget: nothing has gone out, and what
   * is worked out twice is the same answer.
   *
   * @returns false when it is not to be answered any more
   */
  #handOn(invocation: Invocation): boolean {
    if (this.#environments.stopping || this.#handedOn.has(invocation)) return false;
    this.#handedOn.add(invocation);
    if (!this.#line.rejoin(invocation, performance.now())) return false;
    setTimeout(() => {
      const environment = this.#line.has(invocation) ? this.#environments.take() : undefined;
      if (environment) this.#onFree(environment, undefined);
      else if (!this.#queue && this.#line.leave(invocation)) invocation.settle(failed('environment-died'));
    }, DEATHS_TOGETHER_MILLISECONDS);
    return true;
  }

  #refuse(invocation: Invocation): void {
    const wait = this.#line.expectedWait(this.environments.size * this.#concurrency);
    invocation.settle(failed('too-busy', Math.max(1, Math.ceil(wait / 1000))));
  }
}
