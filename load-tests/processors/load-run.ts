import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ContractClient, ContractRequest, Sample } from '../../functions/inference/contracts/client.ts';
import { openAskedTask } from '../../tasks/asked-task.ts';
import { type Asked, ask } from '../client/ask.ts';
import { ATTEMPTS, newQuestion, type Question } from '../client/question.ts';
import { openRecordFile } from '../client/record-file.ts';
import type { LoadRecord } from '../client/records.ts';
import type { Metrics } from './artillery.ts';
import { emitExchange } from './metrics.ts';
import type { Settings } from './settings.ts';

/** Everything the virtual users of one Artillery worker share. */
export class LoadRun {
  readonly settings: Settings;
  readonly record: (record: LoadRecord) => void;
  /** Questions that have been answered and may be asked again. */
  readonly answered: Question[] = [];
  readonly #client: ContractClient;
  readonly #samples: readonly Sample[];
  /** Random, because every worker has a run of its own: from the first on, none may reach the last ones. */
  readonly #firstSample: number;
  readonly #deadline: number;
  #asked = 0;
  #users = 0;

  /** @throws {TaskError} when there is no such task, contract or folder of samples */
  static async open(settings: Settings): Promise<LoadRun> {
    const { client, samples } = await openAskedTask(settings.asked);
    return new LoadRun(settings, client, samples);
  }

  private constructor(settings: Settings, client: ContractClient, samples: readonly Sample[]) {
    this.settings = settings;
    this.#client = client;
    this.#samples = samples;
    this.record = settings.records === undefined ? () => {} : openRecordFile(settings.records);
    this.#firstSample = Math.floor(Math.random() * samples.length);
    this.#deadline = Date.now() + settings.seconds * 1000;
    this.#watchLag();
  }

  /** Number of a new virtual user, from 0. */
  nextUser(): number {
    return this.#users++;
  }

  /** False once all questions have been asked or the time is over. */
  get more(): boolean {
    return this.#asked < this.settings.count && Date.now() < this.#deadline;
  }

  /**
   * A question nobody has asked yet, or nothing when there are no more to ask.
   * @param index which sample; by default each question takes the next one
   */
  nextQuestion(index: number = this.#firstSample + this.#asked): Question | undefined {
    if (!this.more) return undefined;
    this.#asked++;
    return newQuestion(this.#samples[index % this.#samples.length] as Sample);
  }

  /** A request as the contract has it, of a question that does not count. */
  goodRequest(): ContractRequest {
    const { id, sample } = newQuestion(this.#samples[0] as Sample);
    return this.#client.request(sample, id, 0);
  }

  /** Uses up one question that is a repeat of an earlier one; false when there are no more to ask. */
  takeRepeat(): boolean {
    if (!this.more) return false;
    this.#asked++;
    return true;
  }

  /** Puts a question with this run's settings and tells Artillery about it. */
  async ask(question: Question, metrics: Metrics, options: Partial<AskPlan> = {}): Promise<Asked> {
    const { settings, record } = this;
    const client = this.#client;
    const plan = {
      attempt: 1,
      repeated: false,
      attemptsLeft: ATTEMPTS - 1,
      timeoutMilliseconds: settings.patience,
    };
    const asked = await ask(question, { ...plan, ...options, target: settings.target, client, record });
    emitExchange(metrics, asked);
    return asked;
  }

  #watchLag(): void {
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const timer = setInterval(() => {
      const lagMilliseconds = Math.max(0, delay.max / 1e6 - 10);
      this.record({ kind: 'generator', at: Date.now(), lagMilliseconds });
      delay.reset();
    }, 1000);
    timer.unref();
  }
}

interface AskPlan {
  attempt: number;
  repeated: boolean;
  attemptsLeft: number;
  timeoutMilliseconds: number;
}
