/** The latest requests of the page, newest first. */
import type { PageModel } from '../../../inference/information/page.ts';
import type { Entry } from '../request/entry.ts';
import { bringIntoView, elementOf } from '../result/element.ts';
import type { PipelineView } from '../result/pipeline.ts';
import { Row, type RowActions } from './row.ts';

/** Maximum number of entries, because each entry holds its input in memory. The oldest entries are removed. */
const MOST = 200;

export interface HistoryActions extends RowActions {
  clear(): void;
}

export class History {
  readonly #model: PageModel;
  readonly #view: PipelineView;
  readonly #rows = new Map<Entry, Row>();
  readonly #element = elementOf('history', HTMLElement);
  readonly #body = elementOf('entries', HTMLElement);
  readonly #retryAll = elementOf('retry-all', HTMLButtonElement);
  #actions: HistoryActions | undefined;

  constructor(model: PageModel, view: PipelineView) {
    this.#model = model;
    this.#view = view;
  }

  attach(actions: HistoryActions): void {
    this.#actions = actions;
    this.#retryAll.addEventListener('click', () => actions.retry(this.#retryable));
    elementOf('clear', HTMLButtonElement).addEventListener('click', () => actions.clear());
  }

  /** All entries, the oldest first. */
  get #entries(): Entry[] {
    return [...this.#rows.keys()];
  }

  get #retryable(): Entry[] {
    return this.#entries.filter(({ trouble }) => trouble?.worthRepeating);
  }

  /** Whether any entry waits for its response. */
  get isBusy(): boolean {
    return this.#entries.some(({ doing }) => doing);
  }

  /** How many entries are done, failed and under way, in words. */
  get progress(): string {
    const entries = this.#entries;
    const underWay = entries.filter(({ doing }) => doing).length;
    const failed = entries.filter(({ doing, trouble }) => trouble && !doing).length;
    return [
      `${entries.length - failed - underWay} done`,
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(underWay > 0 ? [`${underWay} under way`] : []),
    ].join(', ');
  }

  add(entries: readonly Entry[]): void {
    for (const entry of entries) {
      this.#rows.get(entry)?.element.remove();
      this.#rows.delete(entry);
      this.#rows.set(entry, new Row(entry, this.#model, this.#view, this.#actions!));
    }
    this.#body.prepend(...entries.map((entry) => this.#rows.get(entry)!.element));
    for (const entry of this.#entries.slice(0, Math.max(0, this.#rows.size - MOST))) this.#remove(entry);
    this.#showAll();
    if (entries.length > 1) bringIntoView(this.#element);
  }

  update(entry: Entry): void {
    this.#rows.get(entry)?.update();
    this.#showAll();
  }

  select(selected: Entry | undefined): void {
    for (const [entry, row] of this.#rows) row.select(entry === selected);
  }

  clear(): void {
    for (const entry of this.#entries) {
      entry.cancelled = true;
      this.#remove(entry);
    }
    this.#showAll();
  }

  #remove(entry: Entry): void {
    this.#rows.get(entry)?.element.remove();
    this.#rows.delete(entry);
  }

  #showAll(): void {
    const entries = this.#entries;
    this.#element.hidden = entries.length === 0;
    this.#retryAll.hidden = this.#retryable.length < 2;
    elementOf('progress', HTMLElement).textContent = entries.length > 1 ? this.progress : '';
  }
}
