/** What happens between one question at a time and the screen. */
import type { Sample } from '../../../inference/contracts/client.ts';
import type { AnswerPanel } from '../shell/answer-panel.ts';
import { elementOf } from '../shell/element.ts';
import { answerView, spoken } from '../shell/result-view.ts';
import { hideTrouble, showTrouble } from '../shell/trouble-view.ts';
import type { Answered } from './answered.ts';
import { type Asked, askBy, showAsCurl } from './asked.ts';
import { type Question, questionAbout, repeated } from './question.ts';
import { asTrouble } from './trouble.ts';
import type { Way } from './way.ts';

/** Asks questions and shows what comes of the latest. */
export class Session {
  readonly #asked: Asked;
  readonly #way: Way;
  readonly #panel: AnswerPanel;
  /** The last one, answered or not. */
  #question: Question | undefined;
  /** Rises with every question, so that an answer that was overtaken is not shown. */
  #turn = 0;
  #underWay: Promise<void> = Promise.resolve();

  constructor(asked: Asked, way: Way, panel: AnswerPanel) {
    this.#asked = asked;
    this.#way = way;
    this.#panel = panel;
  }

  /** Resolves when the latest question has been answered, or has failed. */
  get underWay(): Promise<void> {
    return this.#underWay;
  }

  /**
   * Asks a new question.
   *
   * @param sample may still be in the making, and fail with a `Trouble`
   * @param bringing whether the answer is brought into the window
   */
  askAbout(sample: Sample | Promise<Sample>, bringing = true): void {
    this.#take(async () => questionAbout(await sample), bringing);
  }

  /** Asks a question once more, with the same id. */
  #askAgain(question: Question | undefined): void {
    if (question) this.#take(async () => repeated(question), true);
  }

  #take(prepare: () => Promise<Question>, bringing: boolean): void {
    this.#turn++;
    this.#underWay = this.#carryOut(prepare, bringing, this.#turn);
  }

  async #carryOut(prepare: () => Promise<Question>, bringing: boolean, turn: number): Promise<void> {
    this.#wait(true);
    try {
      const question = await prepare();
      if (turn !== this.#turn) return;
      this.#question = question;
      showAsCurl(this.#asked, question);
      const answered = await askBy(this.#asked, question);
      if (turn === this.#turn) this.#show(question, answered, bringing);
    } catch (error) {
      if (turn === this.#turn) showTrouble(asTrouble(error), () => this.#askAgain(this.#question));
    } finally {
      if (turn === this.#turn) this.#wait(false);
    }
  }

  #wait(waiting: boolean): void {
    if (waiting) hideTrouble();
    document.body.classList.toggle('waiting', waiting);
    this.#panel.wait(waiting);
  }

  #show(question: Question, answered: Answered, bringing: boolean): void {
    const { budgetMilliseconds } = this.#asked.task;
    const parts = answerView(question, answered, this.#way, budgetMilliseconds);
    this.#panel.show(parts, () => this.#askAgain(question));
    elementOf('status', HTMLElement).textContent = spoken(answered, this.#way);
    if (bringing) this.#panel.bringIntoView();
  }
}
