/** What happens between a question and the screen. */
import { type Answered, addressOf, ask } from './ask.ts';
import { curlCommand } from './curl.ts';
import { elementOf, make } from './element.ts';
import { bodyOf, type Question, questionAbout, repeated } from './question.ts';
import { resultView } from './result-view.ts';
import { Trouble, unforeseen } from './trouble.ts';
import { spoken } from './words.ts';

/** What begins further down in the window, as a share of its height, has to be scrolled to. */
const SEEN_SHARE = 0.6;

/** Asks questions and shows what comes of the latest. */
export class Session {
  readonly #result = elementOf('result', HTMLElement);
  readonly #trouble = elementOf('trouble', HTMLElement);
  readonly #again = elementOf('again', HTMLButtonElement);
  readonly #curl = elementOf('curl-text', HTMLTextAreaElement);
  /** The last one, answered or not. */
  #question: Question | undefined;
  /** The one whose picture and answer are on the screen. */
  #shown: Question | undefined;
  /** Rises with every question, so that an answer that was overtaken is not shown. */
  #turn = 0;

  constructor() {
    this.#again.addEventListener('click', () => this.#askAgain(this.#shown));
  }

  /** Asks about a picture. @param picture may still be in the making, and fail with a `Trouble` */
  askAbout(picture: Promise<Blob>): void {
    void this.#take(async () => questionAbout(await picture));
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
      const body = bodyOf(question, Math.floor(Date.now() / 1000));
      this.#curl.value = curlCommand(addressOf('explain'), body);
      const answered = await ask(body);
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
    this.#result.replaceChildren(...resultView(question, answered));
    this.#result.hidden = false;
    elementOf('empty', HTMLElement).hidden = true;
    elementOf('repeat', HTMLElement).hidden = false;
    elementOf('status', HTMLElement).textContent = spoken(answered);
    bringIntoView(this.#result);
  }
}

/** On a phone, what there is to read lies below the fold. */
function bringIntoView(element: HTMLElement): void {
  const { top } = element.getBoundingClientRect();
  if (top > SEEN_SHARE * innerHeight || top < 0) element.scrollIntoView();
}
