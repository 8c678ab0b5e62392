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
}

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

  /** Those that come next and have time for each other. */
  #take(): Waiting[] {
    const { largest, shapedLike } = this.#limits;
    const batch: Waiting[] = [];
    const others: Waiting[] = [];
    for (const question of this.#waiting) {
      if (!question.fits(this.#expected([question]))) {
        question.resolve(undefined);
        continue;
      }
      const joins =
        batch.length < largest &&
        (batch.length === 0 || areStackable(batch[0]!.tensors, question.tensors, shapedLike !== undefined));
      (joins ? batch : others).push(question);
    }
    while (batch.length > 1 && !this.#allFit(batch)) others.unshift(batch.pop()!);
    this.#waiting = others;
    return batch;
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
