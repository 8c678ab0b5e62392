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

/**
 * Takes down what was asked and answered.
 *
 * @param right what it was, where a person said so
 */
export type Remember = (question: Question, answered: Answered, right?: string) => void;

/** A question and its answer. */
export interface Told {
  readonly question: Question;
  readonly answered: Answered;
}

/** Asks questions and shows what comes of the latest. */
export class Session {
  readonly #asked: Asked;
  readonly #way: Way;
  readonly #panel: AnswerPanel;
  readonly #remember: Remember;
  /** The last one, answered or not. */
  #question: Question | undefined;
  /** Rises with every question, so that an answer that was overtaken is not shown. */
  #turn = 0;
  #underWay: Promise<void> = Promise.resolve();

  constructor(asked: Asked, way: Way, panel: AnswerPanel, remember: Remember) {
    this.#asked = asked;
    this.#way = way;
    this.#panel = panel;
    this.#remember = remember;
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

  /**
   * Asks about something that is still in the making: its answer is shown, and nobody takes it down.
   *
   * @returns undefined when another question has overtaken it
   * @throws {Trouble} which is not shown
   */
  async askMeanwhile(sample: Promise<Sample>): Promise<Told | undefined> {
    this.#turn++;
    return this.#tell(async () => questionAbout(await sample), this.#turn);
  }

  /** Forgets the question that was asked last, and shows its answer no longer. */
  leave(): void {
    this.#turn++;
    hideTrouble();
    this.#wait(false);
    this.#panel.hide();
    elementOf('empty', HTMLElement).hidden = false;
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
    try {
      const told = await this.#tell(prepare, turn);
      if (!told) return;
      this.#remember(told.question, told.answered);
      if (bringing) this.#panel.bringIntoView();
    } catch (error) {
      showTrouble(asTrouble(error), () => this.#askAgain(this.#question));
    }
  }

  /** Asks and shows the answer. @returns undefined when another question has overtaken this one */
  async #tell(prepare: () => Promise<Question>, turn: number): Promise<Told | undefined> {
    this.#wait(true);
    try {
      const question = await prepare();
      if (turn !== this.#turn) return undefined;
      this.#question = question;
      showAsCurl(this.#asked, question);
      const answered = await askBy(this.#asked, question);
      if (turn !== this.#turn) return undefined;
      this.#show(question, answered);
      return { question, answered };
    } catch (error) {
      // What became of a question that nobody waits for is of no interest.
      if (turn !== this.#turn) return undefined;
      throw error;
    } finally {
      if (turn === this.#turn) this.#wait(false);
    }
  }

  #wait(waiting: boolean): void {
    if (waiting) hideTrouble();
    document.body.classList.toggle('waiting', waiting);
    this.#panel.wait(waiting);
  }

  #show(question: Question, answered: Answered): void {
    const { budgetMilliseconds } = this.#asked.task;
    const parts = answerView(question, answered, this.#way, budgetMilliseconds);
    this.#panel.show(parts, () => this.#askAgain(question));
    elementOf('status', HTMLElement).textContent = spoken(answered, this.#way);
  }
}
