/** Asks a hundred questions at once and shows live what becomes of them: the promise, made visible. */
import type { Sample } from '../../../inference/contracts/client.ts';
import type { Asked } from '../asking/asked.ts';
import { questionAbout } from '../asking/question.ts';
import { takeTurns } from '../photographs/turns.ts';
import { elementOf } from '../shell/element.ts';
import { connectionsBy } from './connections.ts';
import { CrowdView } from './crowd-view.ts';
import { outcomeOf } from './outcome.ts';
import { Tally } from './tally.ts';

const QUESTIONS = 100;

export class Crowd {
  readonly #asked: Asked;
  readonly #view: CrowdView;
  #sample: Sample | undefined;
  #state: 'idle' | 'asking' | 'stopping' = 'idle';

  constructor(asked: Asked) {
    this.#asked = asked;
    this.#view = new CrowdView(QUESTIONS, () => {
      if (this.#state === 'idle') void this.#ask();
      else this.#state = 'stopping';
    });
  }

  /** From now on, it is asked about this. */
  about(sample: Sample): void {
    this.#sample = sample;
    elementOf('crowd', HTMLElement).hidden = false;
  }

  /** Asks all of them; what is under way when it is stopped is waited for. */
  async #ask(): Promise<void> {
    const sample = this.#sample;
    if (!sample) return;
    const { most, why } = connectionsBy(pageProtocol(), QUESTIONS);
    const tally = new Tally();
    this.#state = 'asking';
    this.#view.begin(this.#asked.task.budgetMilliseconds);
    const started = performance.now();
    const enqueue = takeTurns(most);
    const ends = Array.from({ length: QUESTIONS }, (_, place) => {
      return new Promise<void>((end) => enqueue(() => this.#askOne(sample, place, tally).finally(end)));
    });
    await Promise.all(ends);
    this.#view.end(tally, why, performance.now() - started);
    this.#state = 'idle';
  }

  async #askOne(sample: Sample, place: number, tally: Tally): Promise<void> {
    if (this.#state === 'stopping') return;
    this.#view.mark(place, 'asking');
    const outcome = await outcomeOf(questionAbout(sample), this.#asked);
    tally.add(outcome);
    this.#view.mark(place, outcome.state);
    this.#view.show(tally);
  }
}

/** The protocol of this page. */
function pageProtocol(): string {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceResourceTiming | undefined)?.nextHopProtocol ?? '';
}
