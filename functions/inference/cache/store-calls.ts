/** One request's calls of the table, within one time limit. */

import type { Units } from './cache-entry.ts';
import type { Circuit } from './circuit.ts';
import { withTimeout } from './with-timeout.ts';

export class StoreCalls {
  /** What the request consumed. */
  readonly units: Units = { read: 0, write: 0 };
  /** Why the first call failed, where one did. */
  failure: string | undefined;
  /** What is left of the time limit. */
  millisecondsLeft: number;
  readonly #circuit: Circuit;

  constructor(circuit: Circuit, timeoutMilliseconds: number) {
    this.#circuit = circuit;
    this.millisecondsLeft = timeoutMilliseconds;
  }

  /** Calls the table within so many milliseconds; undefined when it fails. */
  async call<T>(
    milliseconds: number,
    work: (units: Units, signal: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> {
    if (!this.#circuit.allows) return this.fail('Left alone after repeated failures');
    if (milliseconds <= 0) return this.fail('No time left');
    this.#circuit.begins();
    const started = performance.now();
    try {
      const result = await withTimeout(milliseconds, (signal) => work(this.units, signal));
      this.#circuit.succeeded();
      return result;
    } catch (error) {
      this.#circuit.failed();
      return this.fail(`${(error as Error).name}: ${(error as Error).message}`);
    } finally {
      this.millisecondsLeft -= performance.now() - started;
    }
  }

  fail(reason: string): undefined {
    this.failure ??= reason;
  }
}
