/** The service as its users start it: `npm start`'s command in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { programFile, projectDirectory } from '../../../project/places.ts';
import { ServiceError } from '../../service-error.ts';

const START_MILLISECONDS = 90_000;
const LAST_LINES = 30;
const TABLE_URL = /^ {2}answers .* at (http\S+)/;

/** How the service is started, every time again. */
export interface ServicePlan {
  /** A name under models/, or a folder with an `ensemble.json`. */
  readonly task: string;
  readonly port: number;
  /** The folder of table and logs. */
  readonly data: string;
  /** Execution environments, all of them provisioned. */
  readonly environments: number;
  /** A bundle made earlier; undefined: the project's own. */
  readonly bundle: string | undefined;
}

/** One service that is started, stopped and killed, always on the same port and the same data. */
export class ServiceProcess {
  readonly url: string;
  readonly #plan: ServicePlan;
  readonly #onLine: (line: string) => void;
  #child: ChildProcess | undefined;
  #lines: string[] = [];
  #tableUrl: string | undefined;

  /** @param onLine takes every line that the service prints */
  constructor(plan: ServicePlan, onLine: (line: string) => void) {
    this.#plan = plan;
    this.#onLine = onLine;
    this.url = `http://127.0.0.1:${plan.port}`;
  }

  /** Process id of the gateway, undefined while there is none. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Where the running service says that its table listens. */
  get tableUrl(): string | undefined {
    return this.#tableUrl;
  }

  /** Whether it ended with a sentence for people, not with a stack trace. */
  get endedWithASentence(): boolean {
    return this.pid === undefined && !this.#lines.some((line) => /^\s+at /.test(line));
  }

  /** The line that says most about why it ended. */
  get #complaint(): string {
    const lines = this.#lines.filter((line) => line.trim() !== '');
    return lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? 'it printed nothing';
  }

  /**
   * Resolves when the service says where it listens.
   *
   * @throws {ServiceError} with what it printed, when it ends or says nothing before that
   */
  async start(): Promise<void> {
    const { task, port, data, environments, bundle } = this.#plan;
    const number = String(environments);
    const parameters = [task, '--port', String(port), '--data', data];
    parameters.push('--provisioned', number, '--max-concurrency', number);
    if (bundle !== undefined) parameters.push('--function', bundle);
    this.#lines = [];
    this.#tableUrl = undefined;
    // A process group of its own: Ctrl-C in a terminal is for the soak, which then stops the service.
    const child = spawn(process.execPath, [programFile('bin/start'), ...parameters], {
      cwd: projectDirectory,
      detached: true,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string) => reject(new ServiceError(`the service ${why}`));
      const timer = setTimeout(() => {
        fail(`did not start within ${START_MILLISECONDS / 1000} s`);
        child.kill('SIGKILL');
      }, START_MILLISECONDS);
      const listening = () => {
        clearTimeout(timer);
        resolve();
      };
      for (const stream of [child.stdout, child.stderr]) this.#follow(stream, listening);
      child.once('error', reject);
      child.once('close', (code, signal) => {
        clearTimeout(timer);
        fail(`ended with ${signal ?? `code ${code}`}: ${this.#complaint}`);
      });
    });
  }

  /** Ends the gateway at once, as a crash does. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /**
   * Ends the service as Ctrl-C does; one that has not ended by then is killed.
   *
   * @returns its exit code, or the signal that it died of
   */
  async stop(limitMilliseconds: number): Promise<number | string | undefined> {
    const child = this.#child;
    const timer = setTimeout(() => child?.kill('SIGKILL'), limitMilliseconds);
    const end = await this.#end('SIGTERM');
    clearTimeout(timer);
    return end;
  }

  async #end(signal: NodeJS.Signals): Promise<number | string | undefined> {
    const child = this.#child;
    if (!child) return undefined;
    return new Promise((resolve) => {
      child.once('exit', (code, by) => resolve(by ?? code ?? undefined));
      child.kill(signal);
    });
  }

  #follow(stream: NodeJS.ReadableStream, onListening: () => void): void {
    let rest = '';
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('Listening on ')) onListening();
        this.#tableUrl = TABLE_URL.exec(line)?.[1] ?? this.#tableUrl;
        this.#lines = [...this.#lines.slice(1 - LAST_LINES), line];
        this.#onLine(line);
      }
    });
  }
}

/** A port of the loopback interface that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('the server has no address');
  return address.port;
}
