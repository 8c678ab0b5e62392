import type { SweepMeasurements } from '../measurements.ts';
import { type AnswersOfSamples, countAnswer } from './tally.ts';

/** What samples were answered over a whole sweep: nobody may be given another's answer, alone or in a batch. */
export class Answers {
  readonly #given = { batches: {} as AnswersOfSamples, single: {} as AnswersOfSamples };

  add(withBatches: boolean, given: AnswersOfSamples): void {
    const all = this.#given[withBatches ? 'batches' : 'single'];
    for (const [sample, counts] of Object.entries(given)) {
      for (const [answer, times] of Object.entries(counts)) countAnswer(all, sample, answer, times);
    }
  }

  /** How many answers differ from what their sample was mostly given without batches, or where there were none, with them. */
  unlike(): SweepMeasurements['unlike'] {
    const usual = new Map<string, string>();
    for (const all of [this.#given.batches, this.#given.single]) {
      for (const [sample, counts] of Object.entries(all)) {
        const [most] = Object.entries(counts).toSorted(([, one], [, other]) => other - one);
        if (most) usual.set(sample, most[0]);
      }
    }
    return { batches: count(this.#given.batches, usual), single: count(this.#given.single, usual) };
  }
}

function count(all: AnswersOfSamples, usual: ReadonlyMap<string, string>) {
  let [answers, unlike] = [0, 0];
  for (const [sample, counts] of Object.entries(all)) {
    for (const [answer, times] of Object.entries(counts)) {
      answers += times;
      if (answer !== usual.get(sample)) unlike += times;
    }
  }
  return { answers, unlike };
}
