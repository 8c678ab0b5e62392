/** The answers of a visit, and what a person said of them. */
import type { Row } from './row.ts';

/** Longer lists nobody reads; the oldest are forgotten first. */
const MOST = 1000;

export class Rows {
  readonly #rows = new Map<string, Row>();
  readonly #listeners: (() => void)[] = [];

  /** The newest last. */
  get all(): readonly Row[] {
    return [...this.#rows.values()];
  }

  find(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  /** A row of the same question is replaced, and is the newest then. */
  put(row: Row): void {
    this.#rows.delete(row.id);
    this.#rows.set(row.id, row);
    const [oldest] = this.#rows.keys();
    if (this.#rows.size > MOST && oldest !== undefined) this.#rows.delete(oldest);
    this.#tell();
  }

  /** Notes whether an answer was right; saying the same again takes it back. */
  mark(id: string, right: boolean): void {
    const row = this.#rows.get(id);
    if (!row) return;
    this.#rows.set(id, { ...row, right: row.right === right ? undefined : right, label: undefined });
    this.#tell();
  }

  /** @param listener is called whenever a row is another one */
  listen(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
