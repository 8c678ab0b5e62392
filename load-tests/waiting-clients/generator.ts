import { type ChildProcess, fork } from 'node:child_process';
import type { RequestSourceChoice } from '../../model-repository/request-source.ts';
import { programFile } from '../../project/paths.ts';
import type { Seen } from './tally.ts';

/** A load of clients that wait for each response, of requests at a rate, or of both. */
export interface Load {
  /** Addresses of the service; clients are spread evenly over them. */
  readonly urls: readonly string[];
  readonly clients: number;
  /** Further requests per second, sent at independent times without waiting for responses. @default none */
  readonly rate?: number;
  /** Seconds of sending before the measurement. */
  readonly settleSeconds: number;
  readonly seconds: number;
  readonly limitMilliseconds: number;
  /** Whether clients send only requests whose ids have responses already. @default false */
  readonly repeated?: boolean;
}

/** Messages that the process of the load generator sends. */
export type FromGenerator = { readonly kind: 'ready' } | ({ readonly kind: 'done' } & Seen);

/**
 * The process that makes loads. A sweep uses one process for all loads, so that the generator's code stays warm from one
 * setting to the next.
 */
export class Generator {
  readonly #child: ChildProcess;
  #end: Error | undefined;
  #hear: (message: FromGenerator) => void = () => {};
  #fail: (error: Error) => void = () => {};

  private constructor(choice: RequestSourceChoice) {
    const program = programFile('load-tests/waiting-clients/generator-process');
    this.#child = fork(program, [JSON.stringify(choice)], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    let complaint = '';
    this.#child.stderr?.on('data', (text) => {
      complaint = String(text).trim() || complaint;
    });
    this.#child.on('message', (message: FromGenerator) => this.#hear(message));
    this.#child.on('error', (error) => this.#over(error));
    this.#child.on('exit', () =>
      this.#over(new Error(`the load generator exited: ${complaint || 'no reason given'}`)),
    );
  }

  /** @throws when it cannot be started */
  static async start(choice: RequestSourceChoice): Promise<Generator> {
    const generator = new Generator(choice);
    await generator.#until('ready');
    return generator;
  }

  /** Makes a load. @throws if the generator's process ends; the signal's reason if the signal is aborted */
  async make(load: Load, signal: AbortSignal = new AbortController().signal): Promise<Seen> {
    signal.throwIfAborted();
    const stop = () => this.#over(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    try {
      this.#child.send(load);
      const { kind: _, ...result } = await this.#until('done');
      return result as Seen;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  stop(): void {
    this.#end ??= new Error('the load generator was stopped');
    if (this.#child.connected) this.#child.disconnect();
    this.#child.kill();
  }

  #over(error: Error): void {
    this.#end ??= error;
    this.#fail(this.#end);
  }

  #until(kind: FromGenerator['kind']): Promise<FromGenerator> {
    return new Promise((resolve, reject) => {
      if (this.#end) reject(this.#end);
      this.#fail = reject;
      this.#hear = (message) => {
        if (message.kind === kind) resolve(message);
      };
    });
  }
}
