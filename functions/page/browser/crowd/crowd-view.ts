/** A hundred questions on the screen: one square each, and the figures so far. */
import { elementOf, make, pressable } from '../shell/element.ts';
import { duration } from '../shell/words.ts';
import type { Outcome, Tally } from './tally.ts';

export class CrowdView {
  readonly #cells: HTMLElement;
  readonly #figures = make('dl', '');
  readonly #button: HTMLButtonElement;
  readonly #note = make('p', 'small');
  readonly #title: string;
  #budgetMilliseconds = 0;

  /** @param press begins, or stops what has begun */
  constructor(questions: number, press: () => void) {
    this.#title = `Ask ${questions} at once`;
    const title = make('h2', '', 'The promise, tried');
    title.id = 'crowd-title';
    this.#button = pressable(press, this.#title);
    this.#cells = make('div', '', ...Array.from({ length: questions }, () => make('i', '')));
    this.#cells.id = 'cells';
    this.#cells.ariaHidden = 'true';
    this.#cells.hidden = true;
    this.#figures.id = 'figures';
    this.#note.role = 'status';
    this.#note.textContent =
      'The last question, again and again, as programs ask it: each with an id of its own.';
    elementOf('crowd', HTMLElement).append(
      make('div', 'tools', title, this.#button),
      this.#cells,
      this.#figures,
      this.#note,
    );
  }

  /** @param budgetMilliseconds what is promised */
  begin(budgetMilliseconds: number): void {
    this.#budgetMilliseconds = budgetMilliseconds;
    this.#cells.hidden = false;
    for (const cell of this.#cells.children) cell.className = '';
    this.#button.textContent = 'Stop';
    this.#note.textContent = '';
    this.#figures.replaceChildren();
  }

  mark(place: number, state: Outcome['state'] | 'asking'): void {
    const cell = this.#cells.children[place];
    if (cell) cell.className = state;
  }

  show(tally: Tally): void {
    const [p50, p99] = [tally.quantile(0.5), tally.quantile(0.99)];
    const figures: [string, string | undefined][] = [
      [`within ${duration(this.#budgetMilliseconds)}`, String(tally.count('in-time'))],
      ['later', String(tally.count('late'))],
      ['refused', String(tally.count('refused'))],
      ['lost', tally.count('lost') > 0 ? String(tally.count('lost')) : undefined],
      ['p50', p50 === undefined ? undefined : duration(p50)],
      ['p99', p99 === undefined ? undefined : duration(p99)],
      ['environments busy', tally.environments > 0 ? String(tally.environments) : undefined],
    ];
    this.#figures.replaceChildren(
      ...figures.flatMap(([name, value]) =>
        value === undefined ? [] : [make('div', '', make('dt', '', name), make('dd', '', value))],
      ),
    );
  }

  /** @param why no more were under way at once */
  end(tally: Tally, why: string, milliseconds: number): void {
    this.#button.textContent = this.#title;
    const answered = tally.count('in-time', 'late');
    const asked = answered + tally.count('refused', 'lost');
    const seconds = (milliseconds / 1000).toFixed(1);
    const rate = Math.round((1000 * answered) / milliseconds);
    this.#note.textContent = `${answered} of ${asked} answered in ${seconds} s, ${rate} a second: ${why}.`;
  }
}
