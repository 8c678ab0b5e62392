import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '../service-error.ts';

const RESTART_DELAY_MILLISECONDS = 200;

/** The embedded DynamoDB: dynalite in a process of its own, started anew on the same port when it dies. */
export class EmbeddedDynamoDb {
  readonly #path: string;
  readonly #log: number;
  #child: ChildProcess | undefined;
  #port = 0;
  #timer: NodeJS.Timeout | undefined;
  #stopping = false;

  /**
   * @param directory folder that keeps the tables over restarts
   * @param log file descriptor for what the process prints
   */
  constructor(directory: string, log: number) {
    this.#path = join(directory, 'dynamodb');
    this.#log = log;
    mkdirSync(this.#path, { recursive: true });
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Process id, undefined while there is none. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Resolves when the endpoint takes requests.
   * @throws ServiceError when its process cannot be started or ends before that
   */
  async start(): Promise<void> {
    try {
      const child = this.#spawn();
      this.#port = await new Promise<number>((resolve, reject) => {
        child.once('message', (port) => resolve(Number(port)));
        child.once('error', reject);
        child.once('exit', (code, signal) =>
          reject(new Error(`its process ended with ${signal ?? `code ${code}`}`)),
        );
      });
      this.#watch(child);
    } catch (error) {
      const { message } = error as Error;
      throw new ServiceError(`the embedded DynamoDB in ${this.#path} did not start: ${message}`);
    }
  }

  /** Every acknowledged write is with the operating system, so the process needs no farewell. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGKILL');
    });
  }

  #spawn(): ChildProcess {
    const program = join(import.meta.dirname, 'dynamodb-process.ts');
    this.#child = spawn(process.execPath, [program, this.#path, String(this.#port)], {
      detached: true,
      stdio: ['ignore', this.#log, this.#log, 'ipc'],
      // LevelDB's steps of one request come one after the other: on one thread they find it awake and its caches full.
      env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
    });
    return this.#child;
  }

  #watch(child: ChildProcess): void {
    child.once('exit', () => this.#restart());
    child.once('error', () => this.#restart());
  }

  #restart(): void {
    this.#child = undefined;
    if (this.#stopping) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      try {
        this.#watch(this.#spawn());
      } catch {
        this.#restart();
      }
    }, RESTART_DELAY_MILLISECONDS);
  }
}
