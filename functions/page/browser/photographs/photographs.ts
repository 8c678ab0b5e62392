/** Photographs and their answers, the newest first; how one answer at a time came about is shown below it. */
import type { Answered } from '../asking/answered.ts';
import { type Asked, showAsCurl } from '../asking/asked.ts';
import type { Remember } from '../asking/session.ts';
import type { Way } from '../asking/way.ts';
import type { History } from '../history/history.ts';
import type { AnswerPanel } from '../shell/answer-panel.ts';
import { elementOf, make } from '../shell/element.ts';
import { bringIntoView } from '../shell/into-view.ts';
import { originView, spoken } from '../shell/result-view.ts';
import { cacheOutcome } from '../shell/words.ts';
import { PhotographTable } from './as-table.ts';
import { Card } from './card.ts';
import { type Brought, Photograph } from './photograph.ts';
import { progress } from './progress.ts';
import { showProgress } from './progress-view.ts';
import { takeTurns } from './turns.ts';

/** Questions that are under way at the same time: a service may have few execution environments. */
const MOST_AT_ONCE = 2;

export class Photographs {
  readonly #asked: Asked;
  readonly #way: Way;
  readonly #panel: AnswerPanel;
  readonly #remember: Remember;
  readonly #table: PhotographTable;
  readonly #cards = new Map<Photograph, Card>();
  readonly #enqueue = takeTurns(MOST_AT_ONCE);
  readonly #list = elementOf('photographs', HTMLUListElement);
  /** The one that the panel is for. */
  #open: Photograph | undefined;
  /** What the panel shows. */
  #shown: Answered | undefined;

  constructor(asked: Asked, way: Way, panel: AnswerPanel, history: History) {
    const { name, page } = asked.task;
    this.#remember = history.remember;
    this.#table = new PhotographTable(history, name, page.language);
    this.#asked = asked;
    this.#way = way;
    this.#panel = panel;
    elementOf('clear-all', HTMLButtonElement).addEventListener('click', () => {
      this.clear();
      elementOf('choose', HTMLInputElement).focus();
    });
    elementOf('retry-all', HTMLButtonElement).addEventListener('click', () => {
      for (const photograph of this.#all) if (photograph.trouble?.worthRepeating) this.#ask(photograph);
    });
  }

  get size(): number {
    return this.#cards.size;
  }

  get #all(): Photograph[] {
    return [...this.#cards.keys()];
  }

  /** Asks about all of them. Of one that comes alone, everything is shown. */
  add(brought: readonly Brought[]): void {
    const photographs = brought.map((one) => this.#admit(one));
    this.#list.prepend(...photographs.map((photograph) => this.#cards.get(photograph)!.element));
    this.#show(photographs.length === 1 ? photographs[0] : undefined);
    for (const photograph of photographs) this.#ask(photograph);
    bringIntoView(elementOf('several', HTMLElement));
  }

  clear(): void {
    for (const photograph of this.#all) this.#remove(photograph);
  }

  #admit(brought: Brought): Photograph {
    const photograph: Photograph = new Photograph(brought, this.#asked, {
      changed: () => this.#update(photograph),
      remember: this.#remember,
    });
    const card = new Card(photograph, this.#asked.task, {
      toggle: () => this.#show(this.#open === photograph ? undefined : photograph),
      again: () => this.#ask(photograph),
      remove: () => {
        const neighbour = card.element.nextElementSibling ?? card.element.previousElementSibling;
        this.#remove(photograph);
        // Whoever goes through the list by keyboard stays in it.
        const next = neighbour?.querySelector<HTMLElement>('.remove');
        (next ?? elementOf('choose', HTMLInputElement)).focus();
      },
    });
    this.#cards.set(photograph, card);
    return photograph;
  }

  #ask(photograph: Photograph): void {
    photograph.wait();
    this.#enqueue(() => photograph.ask());
  }

  #remove(photograph: Photograph): void {
    if (this.#open === photograph) this.#show(undefined);
    photograph.removed = true;
    this.#cards.get(photograph)?.element.remove();
    this.#cards.delete(photograph);
    this.#showAll();
  }

  #update(photograph: Photograph): void {
    const card = this.#cards.get(photograph);
    if (!card) return;
    card.update();
    if (photograph === this.#open) this.#showOrigin(photograph);
    this.#showAll();
    if (!photograph.doing) this.#announce(photograph);
  }

  #showAll(): void {
    showProgress(this.#all);
    this.#table.show(this.#all);
  }

  /** Shows how the answer of this one came about, once there is one, and of no other. */
  #show(photograph: Photograph | undefined): void {
    if (this.#open) this.#cards.get(this.#open)?.open(false);
    this.#panel.hide();
    this.#open = photograph;
    this.#shown = undefined;
    if (photograph) this.#showOrigin(photograph);
  }

  #showOrigin(photograph: Photograph): void {
    const { question, answered, doing } = photograph;
    this.#panel.wait(doing !== undefined);
    const card = this.#cards.get(photograph);
    if (!card || !question || !answered || answered === this.#shown) return;
    this.#shown = answered;
    card.open(true);
    this.#panel.moveTo(card.element);
    const outcome = make('p', 'small', cacheOutcome(answered));
    this.#panel.show([...originView(question, answered, this.#way), outcome], () => this.#ask(photograph));
    showAsCurl(this.#asked, question);
  }

  /** For those who listen: the answer of one, or that the last of several is there. */
  #announce(photograph: Photograph): void {
    const all = this.#all;
    if (all.some(({ doing }) => doing)) return;
    const { answered, trouble } = photograph;
    const alone = photograph === this.#open || all.length === 1;
    const heard = trouble ? `${trouble.title}. ${trouble.message}` : answered && spoken(answered, this.#way);
    elementOf('status', HTMLElement).textContent = (alone && heard) || progress(all);
  }
}
