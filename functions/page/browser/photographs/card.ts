/** How a photograph and what is known of it look. */

import type { PageTask } from '../asking/task.ts';
import { doubt, type LabelExplanation, UNKNOWN } from '../pictures/labels-way.ts';
import { agreement } from '../pictures/votes-view.ts';
import { bar } from '../shell/ballots.ts';
import { surenessOf } from '../shell/certainty.ts';
import { inLanguage, make, pressable } from '../shell/element.ts';
import { enough } from '../shell/settled.ts';
import { percent, promise } from '../shell/words.ts';
import type { Photograph } from './photograph.ts';
import { thumbnailOf } from './thumbnail.ts';

/** What a person can do with a photograph. */
export interface CardActions {
  /** Shows how its answer came about, or hides it. */
  toggle(): void;
  again(): void;
  remove(): void;
}

export class Card {
  readonly element: HTMLLIElement;
  readonly #photograph: Photograph;
  readonly #thumbnail = make('div', 'thumbnail');
  readonly #said = make('div', 'said');
  readonly #toggle: HTMLButtonElement;
  readonly #again: HTMLButtonElement;
  readonly #task: PageTask;

  constructor(photograph: Photograph, task: PageTask, actions: CardActions) {
    this.#photograph = photograph;
    this.#task = task;
    const { name } = photograph;
    this.#toggle = pressable(actions.toggle, 'Votes and time');
    this.#toggle.className = 'toggle';
    this.#toggle.ariaLabel = `Votes and time of ${name}`;
    this.#toggle.setAttribute('aria-controls', 'detail');
    this.#again = pressable(actions.again, 'Try again');
    this.#again.className = 'again';
    const remove = pressable(actions.remove, '×');
    remove.className = 'remove';
    remove.ariaLabel = `Remove ${name}`;
    const head = make('div', 'head', this.#thumbnail, this.#said, this.#toggle, this.#again, remove);
    this.element = make('li', 'card', head);
    this.open(false);
    this.update();
  }

  /** Whether the answer's origin is shown below. */
  open(open: boolean): void {
    this.#toggle.ariaExpanded = String(open);
  }

  /** Says what there is to be said by now. */
  update(): void {
    const { answered, trouble, doing } = this.#photograph;
    this.element.ariaBusy = String(doing !== undefined);
    this.#toggle.hidden = !answered;
    this.#again.hidden = !trouble?.worthRepeating;
    this.#said.replaceChildren(...this.#words());
    void this.#showThumbnail();
  }

  #words(): HTMLElement[] {
    const { name, answered, trouble, doing } = this.#photograph;
    if (trouble) return titled('note', trouble.title, `${name}: ${trouble.message}`);
    if (!answered) return titled('note doing', doing ?? '', name);
    const explanation = answered.explanation as LabelExplanation;
    const { page, certainty, budgetMilliseconds } = this.#task;
    const { answer, rejected, confidence } = explanation;
    const label = rejected
      ? make('p', 'label', UNKNOWN)
      : inLanguage(make('p', 'label', answer), page.language);
    const { words, proof, share } = surenessOf(confidence, certainty);
    const said = make('span', 'share', rejected ? percent(confidence) : words);
    if (proof && !rejected) said.title = proof;
    const time = promise(answered.milliseconds, budgetMilliseconds, '');
    const agreeing = rejected ? [] : agreement(explanation);
    return [
      label,
      make('p', 'sureness', bar(rejected ? confidence : share), said),
      ...doubt(explanation, certainty),
      make('p', 'small', doing ?? [...agreeing, ...enough(answered), time].join(', ')),
    ];
  }

  /** Once what is sent of it has been made. */
  async #showThumbnail(): Promise<void> {
    const { question, name } = this.#photograph;
    if (!question || this.#thumbnail.ariaLabel) return;
    this.#thumbnail.role = 'img';
    this.#thumbnail.ariaLabel = name;
    this.#thumbnail.append(await thumbnailOf(question.sample));
  }
}

function titled(className: string, title: string, words: string): HTMLElement[] {
  return [make('p', className, title), make('p', 'small', words)];
}
