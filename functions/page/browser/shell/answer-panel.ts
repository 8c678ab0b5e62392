/** The place where one answer is shown in full, and what can be done with it there. */
import { elementOf } from './element.ts';
import { bringIntoView } from './into-view.ts';

/** There is one on the page; it goes where it is wanted. */
export class AnswerPanel {
  readonly #panel = elementOf('detail', HTMLElement);
  readonly #home = this.#panel.parentElement;
  readonly #result = elementOf('result', HTMLElement);
  readonly #again = elementOf('again', HTMLButtonElement);
  #askAgain: (() => void) | undefined;

  constructor() {
    this.#again.addEventListener('click', () => {
      if (this.#again.ariaDisabled !== 'true') this.#askAgain?.();
    });
  }

  /** @param askAgain asks the same question once more, with the same id */
  show(parts: readonly HTMLElement[], askAgain: () => void): void {
    this.#askAgain = askAgain;
    this.#result.replaceChildren(...parts);
    this.#panel.hidden = false;
    elementOf('empty', HTMLElement).hidden = true;
  }

  /** Moves it to the end of another element. */
  moveTo(place: HTMLElement): void {
    place.append(this.#panel);
  }

  hide(): void {
    this.#panel.hidden = true;
    this.#home?.append(this.#panel);
  }

  /** @param waiting whether its question has been asked again, or another one in its place */
  wait(waiting: boolean): void {
    // A button that is disabled loses the focus.
    this.#again.ariaDisabled = String(waiting);
    this.#result.ariaBusy = String(waiting);
  }

  bringIntoView(): void {
    bringIntoView(this.#panel);
  }
}
