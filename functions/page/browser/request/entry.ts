/** One input, from its preparation to its response. The result view and a row of the history show it. */
import type { Sample } from '../../../inference/contracts/client.ts';
import { type ExplainedResponse, type InferenceRequest, requestFor, retried } from './request.ts';
import { explain, type Service } from './service.ts';
import { asTrouble, type Trouble } from './trouble.ts';
import { insist } from './turns.ts';

/** An input of the user. */
export interface Input {
  /** The input's name in the history, such as the name of its file, or the first line of its text. */
  readonly name: string;
  /** Prepares the input for the service. Can reject with a `Trouble`. */
  prepare(): Promise<Sample>;
  /** Called when the user retries a failed request in the result view. @default sends the same request */
  readonly retry?: () => void;
}

export class Entry {
  readonly name: string;
  readonly #input: Input;
  readonly #service: Service;
  readonly #changed: (entry: Entry) => void;
  /** The request; undefined until the input is prepared. */
  request: InferenceRequest | undefined;
  /** The last response, kept during a retry. */
  response: ExplainedResponse | undefined;
  /** Why the last attempt failed; undefined if it did not. */
  trouble: Trouble | undefined;
  /** The step in progress, in words; undefined if there is none. */
  doing: string | undefined = 'Queued';
  /** Whether the input must no longer be sent. */
  cancelled = false;

  /** @param changed called whenever `request`, `response`, `trouble` or `doing` changes */
  constructor(input: Input, service: Service, changed: (entry: Entry) => void) {
    this.name = input.name;
    this.#input = input;
    this.#service = service;
    this.#changed = changed;
  }

  /** Sends the request, or a retry with the same id. Never rejects: errors are stored in `trouble`. */
  async send(): Promise<void> {
    this.trouble = undefined;
    this.#do('Sending …');
    try {
      this.request = this.request ? retried(this.request) : requestFor(await this.#input.prepare());
      this.#changed(this);
      this.response = await insist(
        (isRetry) => this.#sendOnce(isRetry),
        (seconds) => this.#do(`The service is busy: next attempt in ${seconds} s`),
      );
    } catch (error) {
      this.trouble = asTrouble(error);
    }
    this.#do(undefined);
  }

  /** The input's own retry after a failure; undefined if the input has none, or the entry has not failed. */
  get retry(): (() => void) | undefined {
    return this.trouble && this.#input.retry;
  }

  /** Shows that the request waits for its turn. */
  queue(): void {
    this.trouble = undefined;
    this.#do('Queued');
  }

  #sendOnce(isRetry: boolean): Promise<ExplainedResponse> {
    if (isRetry) {
      this.request = retried(this.request!);
      this.#do('Sending …');
    }
    return explain(this.#service, this.request!);
  }

  #do(doing: string | undefined): void {
    this.doing = doing;
    this.#changed(this);
  }
}
