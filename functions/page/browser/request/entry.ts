/** One input from the form to its response: what the result view shows, and a row of the history. */
import type { Sample } from '../../../inference/contracts/client.ts';
import { type ExplainedResponse, type InferenceRequest, requestFor, retried } from './request.ts';
import type { Service } from './service.ts';
import { asTrouble, type Trouble } from './trouble.ts';
import { insist } from './turns.ts';

/** An input that somebody gives. */
export interface Input {
  /** Name of its file, or of its sample. */
  readonly name: string;
  /** Makes it fit for the service. May fail with a `Trouble`. */
  prepare(): Promise<Sample>;
  /** What a person retries after a failure. @default the same request */
  readonly retry?: () => void;
}

export class Entry {
  readonly name: string;
  readonly #input: Input;
  readonly #service: Service;
  readonly #changed: (entry: Entry) => void;
  /** Undefined until the input is prepared. */
  request: InferenceRequest | undefined;
  /** The last response, also during a retry. */
  response: ExplainedResponse | undefined;
  /** Why there is no response. */
  trouble: Trouble | undefined;
  /** What is under way, in words; undefined: nothing. */
  doing: string | undefined = 'Queued';
  /** Whether a person marked the response as right or wrong. */
  right: boolean | undefined;
  /** Whether it is not to be sent any more. */
  cancelled = false;

  /** @param changed called whenever a field changes */
  constructor(input: Input, service: Service, changed: (entry: Entry) => void) {
    this.name = input.name;
    this.#input = input;
    this.#service = service;
    this.#changed = changed;
  }

  /** Sends the request, or a retry with the same id. Never fails: what goes wrong is its trouble. */
  async send(): Promise<void> {
    this.trouble = undefined;
    this.#do('Sending …');
    try {
      this.request = this.request ? retried(this.request) : requestFor(await this.#input.prepare());
      this.#changed(this);
      this.response = await insist(
        (isRetry) => this.#sendOnce(isRetry),
        (seconds) => this.#do(`The service is busy: retry in ${seconds} s`),
      );
    } catch (error) {
      this.trouble = asTrouble(error);
    }
    this.#do(undefined);
  }

  /** What a person retries where this failed. */
  get retry(): (() => void) | undefined {
    return this.trouble && this.#input.retry;
  }

  /** Waits for its turn. */
  queue(): void {
    this.trouble = undefined;
    this.#do('Queued');
  }

  /** Notes whether the response is right; the same mark again takes it back. */
  mark(right: boolean): void {
    this.right = this.right === right ? undefined : right;
    this.#changed(this);
  }

  #sendOnce(isRetry: boolean): Promise<ExplainedResponse> {
    if (isRetry) {
      this.request = retried(this.request!);
      this.#do('Sending …');
    }
    return this.#service.explain(this.request!);
  }

  #do(doing: string | undefined): void {
    this.doing = doing;
    this.#changed(this);
  }
}
