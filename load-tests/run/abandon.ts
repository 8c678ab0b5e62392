import type { ExchangeRecord, LoadRecord } from '../client/records.ts';
import { countFailures } from '../verdict/failures.ts';

/** So many failures, for so long, without a single good answer among them: the service does not answer. */
const LEAST_FAILURES = 10;
const LEAST_MILLISECONDS = 3000;

/** Notices a service that answers nothing but errors, which no longer load will make better. */
export class Abandonment {
  readonly #failed: ExchangeRecord[] = [];
  #hasAnswer = false;
  #first: number | undefined;

  /** Takes new records into account. */
  add(records: readonly LoadRecord[]): void {
    if (this.#hasAnswer) return;
    for (const record of records) {
      if (record.kind === 'sent') this.#first ??= record.at;
      if (record.kind !== 'exchange') continue;
      if (record.error === undefined) this.#hasAnswer = true;
      // The client's own failures say nothing of the service.
      else if (record.failure !== 'generator') this.#failed.push(record);
    }
  }

  /** Why to end the run, or undefined where there is no reason to. @param now milliseconds since 1970 */
  reason(now: number): string | undefined {
    const failures = this.#failed.length;
    if (this.#hasAnswer || this.#first === undefined || failures < LEAST_FAILURES) return undefined;
    if (now - this.#first < LEAST_MILLISECONDS) return undefined;
    const kinds = countFailures(this.#failed).map(({ count, example }) => `${count} × ${example.error}`);
    return `no good answer to the first ${failures} questions: ${kinds.join(', ')}`;
  }
}
