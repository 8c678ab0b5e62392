/** Sums over the sentences that one judge predicted. */
import { characterDistance } from './character-errors.ts';
import { type Corrections, correctionsIn } from './corrections.ts';
import { type Portion, shareInterval } from './interval.ts';

interface BeforeAndAfter {
  readonly before: number;
  readonly after: number;
}

/** How right a judge was; `before` is what was heard, `after` what was predicted. */
export interface Figures {
  readonly sentences: number;
  /** Of what was said. */
  readonly characters: number;
  /** Characters wrong, missing or superfluous, as a share of those that were said. */
  readonly characterErrorRate: BeforeAndAfter & {
    /** After less before: below zero is better. */
    readonly difference: number;
    /** 95 % interval of the difference, by sentences. */
    readonly interval: { readonly low: number; readonly high: number };
  };
  /** Sentences without any error. */
  readonly sentencesRight: BeforeAndAfter;
  readonly corrections: Corrections;
}

export class SentenceTally {
  readonly #differences: Portion[] = [];
  readonly #corrections: Corrections = { right: 0, wrong: 0, harmful: 0, missed: 0 };
  #characters = 0;
  #errorsBefore = 0;
  #errorsAfter = 0;
  #rightBefore = 0;
  #rightAfter = 0;

  /** @param heard the most probable hypothesis */
  count(heard: string, predicted: string, said: string): void {
    const characters = [...said].length;
    const before = characterDistance(heard, said);
    const after = characterDistance(predicted, said);
    this.#differences.push({ part: after - before, whole: characters });
    this.#characters += characters;
    this.#errorsBefore += before;
    this.#errorsAfter += after;
    if (before === 0) this.#rightBefore += 1;
    if (after === 0) this.#rightAfter += 1;
    const corrections = correctionsIn(heard, predicted, said);
    for (const name of Object.keys(corrections) as (keyof Corrections)[]) {
      this.#corrections[name] += corrections[name];
    }
  }

  get figures(): Figures {
    const rate = (errors: number) => errors / Math.max(1, this.#characters);
    return {
      sentences: this.#differences.length,
      characters: this.#characters,
      characterErrorRate: {
        before: rate(this.#errorsBefore),
        after: rate(this.#errorsAfter),
        difference: rate(this.#errorsAfter - this.#errorsBefore),
        interval: shareInterval(this.#differences),
      },
      sentencesRight: { before: this.#rightBefore, after: this.#rightAfter },
      corrections: this.#corrections,
    };
  }
}
