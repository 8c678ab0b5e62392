/** The most probable labels of a drawing as buttons below it, and a line about the first. */
import { elementOf, inLanguage, make, pressable } from '../../result/element.ts';

/** Actions of the user. */
export interface CandidateActions {
  /** Confirms this label as what was drawn. */
  choose(label: string): void;
  /** Opens the list of all labels. */
  lookUp(): void;
  /** Goes back to the paper. */
  draw(): void;
}

export class CandidatesView {
  readonly #place = elementOf('so-far', HTMLElement);
  readonly #list = elementOf('candidates', HTMLUListElement);
  readonly #line = elementOf('reading', HTMLElement);
  /** Text shown for a blank sheet. */
  readonly #help = this.#line.textContent ?? '';
  readonly #language: string | undefined;
  readonly #actions: CandidateActions;

  /** @param language of the labels, if known */
  constructor(language: string | undefined, actions: CandidateActions) {
    this.#language = language;
    this.#actions = actions;
  }

  /**
   * @param labels the most probable first
   * @param line text about the first label
   * @param accepted whether the first label is the prediction
   */
  show(labels: readonly string[], line: string, accepted: boolean): void {
    const buttons = labels.map((label) => this.#candidate(label));
    if (accepted) buttons[0]?.classList.add('prediction');
    this.#put([...buttons, this.#other()]);
    this.say(line, accepted ? labels[0] : undefined);
  }

  /** Shows the text for a blank sheet. */
  clear(): void {
    this.#put([]);
    this.say(this.#help);
  }

  /** @param label the label of the line */
  say(line: string, label?: string): void {
    const named = label === undefined ? [] : [inLanguage(make('span', '', label), this.#language), ' '];
    this.#line.replaceChildren(...named, line);
  }

  /** @param busy whether the drawing has no response yet */
  wait(busy: boolean): void {
    this.#place.ariaBusy = String(busy);
  }

  #put(buttons: readonly HTMLElement[]): void {
    const hadFocus = this.#list.contains(document.activeElement);
    this.#list.replaceChildren(...buttons.map((button) => make('li', '', button)));
    if (hadFocus) this.#actions.draw();
  }

  #other(): HTMLButtonElement {
    const button = pressable(() => this.#actions.lookUp(), 'Other…');
    button.ariaHasPopup = 'dialog';
    button.title = 'None of these: look it up';
    return button;
  }

  #candidate(label: string): HTMLButtonElement {
    const text = inLanguage(make('span', '', label), this.#language);
    const button = pressable(() => this.#actions.choose(label), text);
    button.title = `It is ${label}`;
    return button;
  }
}
