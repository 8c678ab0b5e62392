/** What happens between a question and the screen. */
import type { ContractClient, Sample } from '../../../inference/contracts/client.ts';
import { showCurl } from '../shell/curl-panel.ts';
import { elementOf, make } from '../shell/element.ts';
import { resultView, spoken } from '../shell/result-view.ts';
import type { Addresses } from './addresses.ts';
import { type Answered, ask } from './ask.ts';
import { type Question, questionAbout, repeated } from './question.ts';
import type { PageTask } from './task.ts';
import { Trouble, unforeseen } from './trouble.ts';
import type { Way } from './way.ts';

/** What begins further down in the window, as a share of its height, has to be scrolled to. */
const SEEN_SHARE = 0.6;

/** Whom a session asks, and how. */
export interface Asked {
  readonly task: PageTask;
  readonly client: ContractClient;
  readonly addresses: Addresses;
  readonly way: Way;
}

/** Asks questions and shows what comes of the latest. */
export class Session {
  readonly #result = elementOf('result', HTMLElement);
  readonly #trouble = elementOf('trouble', HTMLElement);
  readonly #again = elementOf('again', HTMLButtonElement);
  readonly #asked: Asked;
  /** The last one, answered or not. */
  #question: Question | undefined;
  /** The one that is on the screen with its answer. */
  #shown: Question | undefined;
  /** Rises with every question, so that an answer that was overtaken is not shown. */
  #turn = 0;

  constructor(asked: Asked) {
    this.#asked = asked;
    this.#again.addEventListener('click', () => this.#askAgain(this.#shown));
  }

  /** Asks a new question. @param sample may still be in the making, and fail with a `Trouble` */
  askAbout(sample: Sample | Promise<Sample>): void {
    void this.#take(async () => questionAbout(await sample));
  }

  /** Tells a person what is wrong. */
  complain(trouble: Trouble): void {
    this.#trouble.replaceChildren(make('strong', '', trouble.title), make('p', '', trouble.message));
    if (trouble.worthRepeating) {
      const button = make('button', '', 'Try again');
      button.type = 'button';
      button.addEventListener('click', () => this.#askAgain(this.#question));
      this.#trouble.append(make('div', 'tools', button));
    }
    this.#trouble.hidden = false;
    bringIntoView(this.#trouble);
  }

  /** Asks a question once more, with the same id. */
  #askAgain(question: Question | undefined): void {
    if (question) void this.#take(async () => repeated(question));
  }

  async #take(prepare: () => Promise<Question>): Promise<void> {
    this.#turn++;
    const turn = this.#turn;
    this.#wait(true);
    try {
      const question = await prepare();
      if (turn !== this.#turn) return;
      this.#question = question;
      const { task, client, addresses } = this.#asked;
      const request = client.request(question.sample, question.id, question.attemptsLeft);
      showCurl(addresses.requestTo(request.path), client.contract, request);
      const answered = await ask(addresses.beside('explain'), request, task.budgetMilliseconds);
      if (turn === this.#turn) this.#show(question, answered);
    } catch (error) {
      if (turn === this.#turn) this.complain(error instanceof Trouble ? error : unforeseen(error as Error));
    } finally {
      if (turn === this.#turn) this.#wait(false);
    }
  }

  #wait(waiting: boolean): void {
    if (waiting) this.#trouble.hidden = true;
    this.#again.disabled = waiting;
    document.body.classList.toggle('waiting', waiting);
    this.#result.ariaBusy = String(waiting);
  }

  #show(question: Question, answered: Answered): void {
    this.#shown = question;
    const { way, task } = this.#asked;
    this.#result.replaceChildren(...resultView(question, answered, way, task.budgetMilliseconds));
    this.#result.hidden = false;
    elementOf('empty', HTMLElement).hidden = true;
    elementOf('repeat', HTMLElement).hidden = false;
    elementOf('status', HTMLElement).textContent = spoken(answered, way);
    bringIntoView(this.#result);
  }
}

/** On a phone, what there is to read lies below the fold. */
function bringIntoView(element: HTMLElement): void {
  const { top } = element.getBoundingClientRect();
  if (top > SEEN_SHARE * innerHeight || top < 0) element.scrollIntoView();
}
