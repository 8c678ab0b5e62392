/** The last answers in a strip, and how right they were. */
import type { Sample } from '../../../inference/contracts/client.ts';
import type { Asked } from '../asking/asked.ts';
import type { Question } from '../asking/question.ts';
import type { Remember } from '../asking/session.ts';
import { elementOf } from '../shell/element.ts';
import { accuracy } from './accuracy.ts';
import { updateMarks } from './marks.ts';
import { rowOf } from './row.ts';
import { Rows } from './rows.ts';
import { saveCsv } from './save-csv.ts';
import { stripItem } from './strip-item.ts';

/** As many as fit into a window. */
const SHOWN = 10;

export class History {
  readonly rows = new Rows();
  readonly #asked: Asked;
  readonly #about: (sample: Sample) => void;
  readonly #strip = elementOf('strip', HTMLOListElement);
  readonly #items = new Map<string, HTMLElement>();

  /** @param about is told what was asked about last */
  constructor(asked: Asked, about: (sample: Sample) => void) {
    this.#asked = asked;
    this.#about = about;
    const { name } = asked.task;
    elementOf('save', HTMLButtonElement).addEventListener('click', () =>
      saveCsv(`${name}.csv`, this.rows.all),
    );
    this.rows.listen(() => this.#show());
  }

  readonly remember: Remember = (question, answered, label) => {
    const { certainty } = this.#asked.task;
    const row = rowOf(question, answered, certainty, this.rows.find(question.id));
    const said = label !== undefined && { label, right: !row.rejected && label === row.answer };
    this.#items.get(row.id)?.remove();
    this.rows.put({ ...row, ...said });
    this.#add(question);
    this.#about(question.sample);
  };

  #add({ id, sample }: Question): void {
    const row = this.rows.find(id);
    if (!row) return;
    const { language } = this.#asked.task.page;
    const item = stripItem(row, sample, language, (right) => this.rows.mark(id, right));
    this.#items.delete(id);
    this.#items.set(id, item);
    this.#strip.prepend(item);
    elementOf('history', HTMLElement).hidden = false;
    const [oldest] = this.#items.keys();
    if (this.#items.size <= SHOWN || oldest === undefined) return;
    this.#items.get(oldest)?.remove();
    this.#items.delete(oldest);
  }

  #show(): void {
    elementOf('accuracy', HTMLElement).textContent = accuracy(this.rows.all.map(({ right }) => right));
    updateMarks((id) => this.rows.find(id));
  }
}
