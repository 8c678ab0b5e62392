/** Dialog with all labels: to read, to search and, if the model has drawing, to trace. */
import { asTrouble } from '../../request/trouble.ts';
import { elementOf, inLanguage, make, pressable } from '../../result/element.ts';
import { isLong } from '../../result/scores.ts';
import { searchLabels } from './search.ts';

/** Maximum number shown at once, for reading and for the layout on a phone. */
const MOST_SHOWN = 1000;

export interface LabelsDialogOptions {
  /** Returns all labels. */
  readonly list: () => Promise<readonly string[]>;
  /** Number of labels. */
  readonly count: number;
  /** Language of the labels, if known. */
  readonly language: string | undefined;
  /** Gets the label to trace; undefined if the model has no drawing. */
  readonly trace: ((label: string) => void) | undefined;
}

export class LabelsDialog {
  readonly #dialog = elementOf('labels', HTMLDialogElement);
  readonly #search = elementOf('search', HTMLInputElement);
  readonly #found = elementOf('found', HTMLElement);
  readonly #shown = elementOf('label-list', HTMLUListElement);
  readonly #options: LabelsDialogOptions;
  #labels: readonly string[] = [];

  constructor(options: LabelsDialogOptions) {
    this.#options = options;
    const { count, language } = options;
    elementOf('labels-title', HTMLElement).textContent = `Its ${count} labels`;
    inLanguage(this.#search, language);
    this.#search.addEventListener('input', () => this.#show());
    elementOf('close-labels', HTMLButtonElement).addEventListener('click', () => this.#dialog.close());
  }

  async open(): Promise<void> {
    this.#search.value = '';
    this.#dialog.showModal();
    // On a phone, a keyboard would cover half of them.
    if (matchMedia('(pointer: fine)').matches) this.#search.focus();
    try {
      this.#labels = await this.#options.list();
      this.#show();
    } catch (error) {
      const { title, message } = asTrouble(error);
      this.#found.textContent = `${title}. ${message}`;
    }
  }

  #show(): void {
    const { value } = this.#search;
    const { labels, missing } = searchLabels(this.#labels, value);
    const shown = labels.slice(0, MOST_SHOWN);
    this.#found.textContent = this.#words(value.trim(), labels.length, missing);
    this.#shown.replaceChildren(
      ...shown.map((label) => make('li', isLong(label) ? 'wide' : '', this.#face(label))),
    );
  }

  #words(wanted: string, found: number, missing: readonly string[]): string {
    const { count, trace } = this.#options;
    const more = found > MOST_SHOWN ? ` The first ${MOST_SHOWN} are shown.` : '';
    if (wanted === '') return `${trace ? 'Choose one to trace it in grey.' : ''}${more}`;
    const others = `${missing.map((part) => `“${part}”`).join(', ')} ${missing.length === 1 ? 'is' : 'are'}`;
    const unknown = `${others} not among its ${count} labels: a drawing of it is rejected at best.`;
    const parts = [missing.length > 0 && unknown, found > 0 && `${found} found.${more}`];
    return parts.filter(Boolean).join(' ');
  }

  #face(label: string): HTMLElement {
    const { language, trace } = this.#options;
    const text = inLanguage(make('span', '', label), language);
    return trace ? pressable(() => this.#take(label), text) : text;
  }

  #take(label: string): void {
    this.#dialog.close();
    this.#options.trace?.(label);
  }
}
