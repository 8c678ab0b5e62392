/** One photograph on its way from a file to its answer. */
import type { Sample } from '../../../inference/contracts/client.ts';
import type { Answered } from '../asking/answered.ts';
import { type Asked, askBy } from '../asking/asked.ts';
import { type Question, questionAbout, repeated } from '../asking/question.ts';
import type { Remember } from '../asking/session.ts';
import { asTrouble, type Trouble } from '../asking/trouble.ts';
import { insist } from './turns.ts';

/** A photograph that somebody brought. */
export interface Brought {
  /** By which people know it: of its file, or of its sample. */
  readonly name: string;
  /** Makes it fit for the service. May fail with a `Trouble`. */
  prepare(): Promise<Sample>;
}

/** Who wants to know what becomes of it. */
interface Watcher {
  /** There is something else to be said of it. */
  changed(): void;
  readonly remember: Remember;
}

export class Photograph {
  readonly name: string;
  readonly #brought: Brought;
  readonly #asked: Asked;
  readonly #watcher: Watcher;
  /** What it was asked with; undefined until it has been prepared. */
  question: Question | undefined;
  /** The last answer, also while it is asked again. */
  answered: Answered | undefined;
  /** Why there is no answer. */
  trouble: Trouble | undefined;
  /** What is done for it now, in words; undefined: nothing. */
  doing: string | undefined = 'Waiting for its turn';
  removed = false;

  constructor(brought: Brought, asked: Asked, watcher: Watcher) {
    this.name = brought.name;
    this.#brought = brought;
    this.#asked = asked;
    this.#watcher = watcher;
  }

  /** Forgets what went wrong, until its turn comes. */
  wait(): void {
    this.trouble = undefined;
    this.#do('Waiting for its turn');
  }

  /** Asks about it; a second time with the same id. Never fails: what goes wrong is its trouble. */
  async ask(): Promise<void> {
    if (this.removed) return;
    this.#do('Asking…');
    try {
      this.question = this.question ? repeated(this.question) : questionAbout(await this.#brought.prepare());
      this.#watcher.changed();
      this.answered = await insist(
        (repetition) => this.#askOnce(repetition),
        (seconds) => this.#do(`The service is busy: asked again in ${seconds} s`),
      );
      this.#watcher.remember(this.question, this.answered);
    } catch (error) {
      this.trouble = asTrouble(error);
    }
    this.#do(undefined);
  }

  async #askOnce(repetition: boolean): Promise<Answered> {
    if (this.removed) throw new Error('nobody waits for it');
    if (repetition) {
      this.question = repeated(this.question!);
      this.#do('Asking…');
    }
    return askBy(this.#asked, this.question!);
  }

  #do(doing: string | undefined): void {
    this.doing = doing;
    this.#watcher.changed();
  }
}
