import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Mock, NotInMock } from './create-all.ts';
import type { Created } from './resolve.ts';

const PROGRAM = fileURLToPath(new URL('moto/mock.py', import.meta.url));

/** How long one resource may take, in milliseconds: the first of a service loads its models. */
const TIMEOUT = 300_000;

type Reply =
  | { readonly absent: true }
  | { readonly refused: string }
  | (Created & { readonly leftOut: readonly string[] });

/** moto, in a Python process of its own (`moto/mock.py`). */
export class MotoMock implements Mock {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  #said = '';

  /** @param python a Python that has moto */
  constructor(python: string) {
    this.#process = spawn(python, ['-W', 'ignore', PROGRAM], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#process.stderr?.on('data', (text) => {
      this.#said += text;
    });
    // Where the process has ended, the reply that does not come says why.
    this.#process.stdin?.on('error', () => {});
    this.#lines = createInterface({ input: this.#process.stdout as NodeJS.ReadableStream })[
      Symbol.asyncIterator
    ]();
  }

  /** @throws NotInMock, or Error with what AWS's client library or moto says against the properties */
  async create(type: string, properties: object): Promise<Created & { leftOut: readonly string[] }> {
    this.#process.stdin?.write(`${JSON.stringify({ type, properties })}\n`);
    const reply = await this.#reply();
    if ('absent' in reply) throw new NotInMock(type);
    if ('refused' in reply) throw new Error(reply.refused);
    return reply;
  }

  async stop(): Promise<void> {
    this.#process.stdin?.end();
    if (this.#process.exitCode === null) await once(this.#process, 'exit');
  }

  async #reply(): Promise<Reply> {
    const timer = setTimeout(() => this.#process.kill(), TIMEOUT);
    const { value, done } = await this.#lines.next();
    clearTimeout(timer);
    if (done) throw new Error(`The mock has ended: ${this.#said}`);
    return JSON.parse(value);
  }
}
