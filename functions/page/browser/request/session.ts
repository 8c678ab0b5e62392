/** Connects form, result view and history. Sends a few inputs at a time, and shows the result of the selected input. */
import type { History } from '../history/history.ts';
import { elementOf } from '../result/element.ts';
import type { ResultView } from '../result/result-view.ts';
import { Entry, type Input } from './entry.ts';
import type { Service } from './service.ts';
import { takeTurns } from './turns.ts';

/** Maximum number of concurrent requests, because a service may have few workers. */
const CONCURRENCY = 2;

export class Session {
  readonly #service: Service;
  readonly #view: ResultView;
  readonly #history: History;
  readonly #enqueue = takeTurns(CONCURRENCY);
  #selected: Entry | undefined;

  constructor(service: Service, view: ResultView, history: History) {
    this.#service = service;
    this.#view = view;
    this.#history = history;
    view.onRetry((entry) => (entry.retry ? entry.retry() : void this.#send(entry)));
    history.attach({
      select: (entry) => this.#select(entry, true),
      retry: (entries) => entries.forEach((entry) => void this.#send(entry)),
      clear: () => {
        this.#history.clear();
        this.leave();
      },
    });
  }

  /**
   * Sends inputs, adds them to the history and selects the first.
   *
   * @returns a promise that resolves when every input has a response, has failed or is cancelled
   */
  async send(inputs: readonly Input[]): Promise<void> {
    const entries = inputs.map((input) => this.#create(input));
    this.#history.add(entries);
    const [first] = entries;
    if (!first) return;
    this.#select(first, false);
    await Promise.all(entries.map((entry) => this.#send(entry)));
    if (this.#selected === first) this.#view.bringIntoView();
  }

  /**
   * Sends an input that is still changing. Its result is shown, but not added to the history.
   *
   * @returns the input's entry; undefined if the selection changed meanwhile
   */
  async preview(input: Input): Promise<Entry | undefined> {
    const entry = this.#create(input);
    this.#select(entry, false);
    await entry.send();
    return this.#selected === entry ? entry : undefined;
  }

  /** Adds a previewed input to the history. */
  keep(entry: Entry): void {
    this.#history.add([entry]);
  }

  /** Clears the selection. */
  leave(): void {
    this.#selected = undefined;
    this.#view.clear();
    this.#history.select(undefined);
  }

  #create(input: Input): Entry {
    return new Entry(input, this.#service, (entry) => this.#update(entry));
  }

  #send(entry: Entry): Promise<void> {
    entry.queue();
    return new Promise((end) => {
      this.#enqueue(async () => {
        if (!entry.cancelled) await entry.send();
        end();
      });
    });
  }

  #select(entry: Entry, bringing: boolean): void {
    this.#selected = entry;
    this.#history.select(entry);
    this.#view.show(entry);
    if (bringing) this.#view.bringIntoView();
  }

  #update(entry: Entry): void {
    this.#history.update(entry);
    if (entry === this.#selected) this.#view.show(entry);
    if (entry.doing === undefined) this.#announce(entry);
  }

  /** Tells screen readers, once no request is under way, about `entry` if it is selected, else the progress of all requests. */
  #announce(entry: Entry): void {
    const isAlone = entry === this.#selected && !this.#history.isBusy;
    if (isAlone) elementOf('status', HTMLElement).textContent = this.#view.spoken(entry);
    else if (!this.#history.isBusy) elementOf('status', HTMLElement).textContent = this.#history.progress;
  }
}
