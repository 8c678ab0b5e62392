/** The same photographs as a table, and as a file for spreadsheets. */
import type { Line } from '../history/csv.ts';
import type { History } from '../history/history.ts';
import { saveCsv } from '../history/save-csv.ts';
import { answerTable } from '../history/table.ts';
import { elementOf } from '../shell/element.ts';
import type { Photograph } from './photograph.ts';

export class PhotographTable {
  readonly #place = elementOf('table', HTMLElement);
  readonly #rows: History['rows'];
  readonly #language: string | undefined;
  #photographs: readonly Photograph[] = [];

  /** @param name of the task */
  constructor({ rows }: History, name: string, language: string | undefined) {
    this.#rows = rows;
    this.#language = language;
    const toggle = elementOf('as-table', HTMLButtonElement);
    toggle.addEventListener('click', () => {
      this.#place.hidden = !this.#place.hidden;
      toggle.ariaPressed = String(!this.#place.hidden);
      elementOf('photographs', HTMLElement).hidden = !this.#place.hidden;
      this.show(this.#photographs);
    });
    elementOf('save-all', HTMLButtonElement).addEventListener('click', () =>
      saveCsv(`${name}-pictures.csv`, this.#lines),
    );
  }

  /** Says what there is to be said by now. */
  show(photographs: readonly Photograph[]): void {
    this.#photographs = photographs;
    if (!this.#place.hidden)
      this.#place.replaceChildren(answerTable(this.#lines, this.#rows, this.#language));
  }

  get #lines(): Line[] {
    return this.#photographs.map(({ name, question, trouble, doing = '' }) => {
      const row = question && this.#rows.find(question.id);
      return row && !trouble
        ? row
        : { name, trouble: trouble ? `${trouble.title}. ${trouble.message}` : doing };
    });
  }
}
