/** A load test on the screen: one square a request, and the figures so far. */
import { elementOf, make } from '../result/element.ts';
import { duration } from '../result/words.ts';
import type { Outcome, Tally } from './tally.ts';

export class LoadView {
  readonly #cells = elementOf('cells', HTMLElement);
  readonly #figures = elementOf('figures', HTMLElement);
  readonly #button = elementOf('run-load', HTMLButtonElement);
  readonly #note = elementOf('load-note', HTMLElement);
  readonly #title: string;
  readonly #requests: number;
  readonly #budgetMilliseconds: number;

  /** @param press begins, or stops what has begun */
  constructor(requests: number, budgetMilliseconds: number, press: () => void) {
    this.#title = `Send ${requests} requests`;
    this.#requests = requests;
    this.#budgetMilliseconds = budgetMilliseconds;
    this.#button.textContent = this.#title;
    this.#button.addEventListener('click', press);
  }

  begin(): void {
    this.#cells.replaceChildren(...Array.from({ length: this.#requests }, () => make('i', '')));
    this.#button.textContent = 'Stop';
    this.#note.textContent = '';
    this.#figures.replaceChildren();
  }

  mark(place: number, state: Outcome['state'] | 'sent'): void {
    const cell = this.#cells.children[place];
    if (cell) cell.className = state;
  }

  show(tally: Tally): void {
    const quantile = (share: number) => {
      const milliseconds = tally.quantile(share);
      return milliseconds === undefined ? '–' : duration(milliseconds);
    };
    const figures = {
      [`within ${duration(this.#budgetMilliseconds)}`]: String(tally.count('in-time')),
      late: String(tally.count('late')),
      refused: String(tally.count('refused')),
      failed: String(tally.count('failed')),
      p50: quantile(0.5),
      p99: quantile(0.99),
    };
    this.#figures.replaceChildren(
      ...Object.entries(figures).map(([name, value]) =>
        make('div', '', make('dt', '', name), make('dd', '', value)),
      ),
    );
  }

  /** @param concurrency requests under way at once */
  end(tally: Tally, concurrency: number, milliseconds: number): void {
    this.#button.textContent = this.#title;
    const answered = tally.count('in-time', 'late');
    const sent = answered + tally.count('refused', 'failed');
    const rate = Math.round((1000 * answered) / milliseconds);
    this.#note.textContent = `${answered} of ${sent} answered in ${(milliseconds / 1000).toFixed(1)} s: ${rate} responses a second, ${concurrency} requests at once.`;
  }
}
