/** Questions that arrive while a member is busy are asked together when it is free. */
import type { Tensors } from '../model/tensors.ts';
import type { DurationByWork } from './duration-by-work.ts';
import { areStackable, padding, stack, unstack } from './stack.ts';

export interface BatchLimits {
  /** Questions of one batch. */
  readonly largest: number;
  /** How long a question may wait for others although the member is free. */
  readonly maxQueueDelayMilliseconds: number;
  /** Name of the input that outputs are shaped like; left out, only questions of one size are asked together. */
  readonly shapedLike?: string | undefined;
  /** Whether questions of different sizes are asked together although it is left out: outputs keep their padding. */
  readonly padded?: boolean | undefined;
}

/** Elements of two questions asked together, as a multiple of what each has alone: with more, each is quicker alone. */
const MOST_PADDING = 1.5;

/** A question to a member. */
export interface MemberQuestion {
  readonly tensors: Tensors;
  /** As a multiple of the blank question. */
  readonly work: number;
  /** Whether there is time for something that is expected to take so many milliseconds. */
  fits(milliseconds: number): boolean;
}

/** What a member gave for a question. */
export interface Given {
  readonly outputs: Tensors;
  /** Of the run, which may have been of several questions. */
  readonly milliseconds: number;
  /** Questions that were asked at once. */
  readonly batch: number;
}

interface Waiting extends MemberQuestion {
  resolve(given: Given | undefined): void;
  reject(error: Error): void;
}

/** The questions that wait for one member. */
export class BatchQueue {
  readonly #run: (tensors: Tensors) => Promise<Tensors>;
  readonly #duration: DurationByWork;
  readonly #limits: BatchLimits;
  #waiting: Waiting[] = [];
  #running = false;
  #timer: NodeJS.Timeout | undefined;
  #called = false;

  constructor(run: (tensors: Tensors) => Promise<Tensors>, duration: DurationByWork, limits: BatchLimits) {
    this.#run = run;
    this.#duration = duration;
    this.#limits = limits;
  }

  /**
   * Asks the member as soon as it is free, with those that wait beside it.
   *
   * @returns undefined where the time did not allow it when it was its turn
   * @throws what the member throws at this question alone: those beside it are not spoilt
   */
  ask(question: MemberQuestion): Promise<Given | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...question, resolve, reject });
      if (!this.#running) this.#schedule(question);
    });
  }

  /** The end of this turn of the event loop brings what has arrived already; the delay waits for more. */
  #schedule({ fits }: MemberQuestion): void {
    const { largest, maxQueueDelayMilliseconds: delay } = this.#limits;
    const mayWait =
      delay > 0 && this.#waiting.length < largest && fits(delay + this.#expected(this.#waiting));
    if (mayWait) {
      this.#timer ??= setTimeout(() => this.#next(), delay);
      return;
    }
    if (this.#called) return;
    this.#called = true;
    setImmediate(() => this.#next());
  }

  async #next(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#called = false;
    this.#running = true;
    while (this.#waiting.length > 0) {
      const batch = this.#take();
      if (batch.length > 0) await this.#answer(batch);
    }
    this.#running = false;
  }

  /** The one that has waited longest, and those beside it: where they are padded, the nearest in size, not much larger. */
  #take(): Waiting[] {
    const { largest } = this.#limits;
    const inTime = this.#waiting.filter((question) => {
      const fits = question.fits(this.#expected([question]));
      if (!fits) question.resolve(undefined);
      return fits;
    });
    const [first, ...others] = inTime;
    if (!first) {
      this.#waiting = [];
      return [];
    }
    const batch = [first, ...this.#beside(first, others).slice(0, largest - 1)];
    while (batch.length > 1 && !this.#allFit(batch)) batch.pop();
    const taken = new Set(batch);
    this.#waiting = inTime.filter((question) => !taken.has(question));
    return batch;
  }

  /** Those that can be stacked upon the first one, those that need the least padding before the others. */
  #beside(first: Waiting, others: readonly Waiting[]): Waiting[] {
    const { shapedLike, padded = shapedLike !== undefined } = this.#limits;
    const stackable = others.filter(({ tensors }) => areStackable(first.tensors, tensors, padded));
    if (!padded || stackable.length === 0) return stackable;
    return stackable
      .map((question) => ({ question, padding: padding([first.tensors, question.tensors]) }))
      .filter(({ padding }) => padding <= MOST_PADDING)
      .sort((one, other) => one.padding - other.padding)
      .map(({ question }) => question);
  }

  #allFit(batch: readonly Waiting[]): boolean {
    const expected = this.#expected(batch);
    return batch.every((question) => question.fits(expected));
  }

  async #answer(batch: readonly Waiting[]): Promise<void> {
    const questions = batch.map(({ tensors }) => tensors);
    const [first, ...others] = batch;
    const started = performance.now();
    try {
      const outputs = await this.#run(others.length > 0 ? stack(questions) : first!.tensors);
      const milliseconds = performance.now() - started;
      this.#duration.add(milliseconds, workOf(batch));
      const given = others.length > 0 ? unstack(outputs, questions, this.#limits.shapedLike) : [outputs];
      for (const [index, { resolve }] of batch.entries()) {
        resolve({ outputs: given[index]!, milliseconds, batch: batch.length });
      }
    } catch (error) {
      if (others.length === 0) first!.reject(error as Error);
      else for (const question of batch) await this.#answerAlone(question);
    }
  }

  /** After a run that failed: for some of its questions the time may be over. */
  async #answerAlone(question: Waiting): Promise<void> {
    if (question.fits(this.#expected([question]))) await this.#answer([question]);
    else question.resolve(undefined);
  }

  #expected(batch: readonly MemberQuestion[]): number {
    return this.#duration.expected(workOf(batch));
  }
}

/** Of a batch: what each question is, and what pads the smaller ones. */
function workOf(batch: readonly MemberQuestion[]): number {
  const work = batch.reduce((sum, question) => sum + question.work, 0);
  return batch.length === 1 ? work : work * padding(batch.map(({ tensors }) => tensors));
}
