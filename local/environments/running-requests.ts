import type { Invocation, Outcome } from './invocation.ts';

interface Running {
  readonly invocation: Invocation;
  readonly startedAt: number;
  readonly timer: NodeJS.Timeout;
  answered: boolean;
}

/**
 * Requests that an environment is not done with: as on Lambda, until it asks for another in their place. One that takes several
 * at once may ask for the next before it has answered, as AWS's client does, and is done with each by its answer.
 */
export class RunningRequests {
  /** By request id, in the order in which they came. */
  readonly #running = new Map<string, Running>();

  get size(): number {
    return this.#running.size;
  }

  /** @param timedOut called where the environment is not done with it by then */
  begin(invocation: Invocation, timeoutMilliseconds: number, timedOut: () => void): void {
    // A machine that stalls delays us as much as the function: an answer that has come by now is taken first.
    const expire = () => setImmediate(() => this.#running.has(invocation.requestId) && timedOut());
    const timer = setTimeout(expire, timeoutMilliseconds);
    this.#running.set(invocation.requestId, {
      invocation,
      startedAt: performance.now(),
      timer,
      answered: false,
    });
  }

  /** Gives a request its outcome. @returns false when it is not known, or has one */
  settle(requestId: string, outcome: Outcome): boolean {
    const running = this.#running.get(requestId);
    if (!running || running.answered) return false;
    running.answered = true;
    running.invocation.settle(outcome);
    return true;
  }

  /** Ids of all, or of those that are answered. */
  ids(which: 'all' | 'answered'): string[] {
    const ids: string[] = [];
    for (const [id, { answered }] of this.#running) if (answered || which === 'all') ids.push(id);
    return ids;
  }

  /** Forgets a request that the environment is done with. @returns the milliseconds that it took */
  end(requestId: string): number {
    const running = this.#running.get(requestId);
    if (!running) throw new Error(`no request ${requestId} is running`);
    clearTimeout(running.timer);
    this.#running.delete(requestId);
    return performance.now() - running.startedAt;
  }

  /** Forgets all. @returns those that are not answered */
  clear(): Invocation[] {
    const unanswered: Invocation[] = [];
    for (const { invocation, timer, answered } of this.#running.values()) {
      clearTimeout(timer);
      if (!answered) unanswered.push(invocation);
    }
    this.#running.clear();
    return unanswered;
  }
}
