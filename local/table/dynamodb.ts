import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { programFile } from '../../project/places.ts';
import { COMPILE_CACHE, makePrivate } from '../data-directory.ts';
import { Restart } from '../environments/restart.ts';
import { ServiceError } from '../service-error.ts';
import type { TableMessage } from './table-message.ts';

/** Who has lived so long did not die of its start. */
const STEADY_MILLISECONDS = 5_000;
/** For a process to listen; the CPU may be shared. */
const START_MILLISECONDS = 30_000;
const KEY_BYTES = 32;

/** Where the process reports its changes. */
export interface TableListener {
  /** It takes requests again after it had ended. @param made the table was gone, and is empty now */
  back(made: boolean): void;
  /** It has ended although nobody had asked it to; it is started again. @param again for the reason it ended last, at once */
  died(reason: string, again: boolean): void;
}

/** What is kept, and where. */
export interface EmbeddedTable {
  /** The service's data folder. */
  readonly directory: string;
  /** Name of the table. */
  readonly table: string;
  /** File descriptor for what the process prints. */
  readonly log: number;
}

/** The embedded DynamoDB: one table in a process of its own, started anew on the same port when it dies. */
export class EmbeddedDynamoDb {
  /** Whoever speaks to it has to carry this key; it is new with every service. */
  readonly credentials = {
    accessKeyId: randomBytes(KEY_BYTES).toString('hex'),
    secretAccessKey: 'not-looked-at',
  };
  readonly #place: EmbeddedTable;
  /** Folder that keeps the table over restarts. */
  readonly #path: string;
  readonly #listener: TableListener;
  readonly #restart = new Restart();
  #child: ChildProcess | undefined;
  #port = 0;
  #lastReason: string | undefined;
  #stopping = false;

  constructor(place: EmbeddedTable, listener: TableListener) {
    this.#place = place;
    this.#path = join(place.directory, 'table');
    this.#listener = listener;
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
   * @throws {ServiceError} when its process cannot be started or ends before that
   */
  async start(): Promise<void> {
    try {
      await this.#launch();
    } catch (error) {
      const { message } = error as Error;
      throw new ServiceError(`the table in ${this.#path} cannot be opened: ${message}`);
    }
  }

  /** Every acknowledged write is with the operating system, so the process needs no farewell. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#restart.cancel();
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGKILL');
    });
  }

  /**
   * Starts the process; resolves when it listens, and watches it from then on.
   *
   * @returns whether it had to make the table
   */
  async #launch(): Promise<boolean> {
    makePrivate(this.#path);
    const began = performance.now();
    const child = this.#spawn();
    const listening = Promise.withResolvers<boolean>();
    const ended = Promise.withResolvers<string>();
    let reason: string | undefined;
    child.on('message', (message: TableMessage) => {
      if ('reason' in message) {
        reason = message.reason;
      } else {
        this.#port = message.port;
        listening.resolve(message.made);
      }
    });
    child.once('error', listening.reject);
    child.once('exit', (code, signal) => {
      const tell = () => ended.resolve(reason ?? `its process ended with ${signal ?? `code ${code}`}`);
      // What it has said last may still be on its way.
      if (child.connected) child.once('disconnect', tell);
      else tell();
    });
    const patience = setTimeout(() => child.kill('SIGKILL'), START_MILLISECONDS);
    const failed = ended.promise.then((why) => Promise.reject(new Error(why)));
    const made = await Promise.race([listening.promise, failed]).finally(() => clearTimeout(patience));
    void ended.promise.then((why) => this.#replace(why, performance.now() - began > STEADY_MILLISECONDS));
    return made;
  }

  #spawn(): ChildProcess {
    const program = programFile('local/table/dynamodb-process');
    const { directory, table, log } = this.#place;
    this.#child = spawn(process.execPath, [program, this.#path, table, String(this.#port)], {
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
      env: {
        ...process.env,
        AWS_ACCESS_KEY_ID: this.credentials.accessKeyId,
        NODE_COMPILE_CACHE: join(directory, COMPILE_CACHE),
      },
    });
    return this.#child;
  }

  #replace(reason: string, steady: boolean): void {
    this.#child = undefined;
    if (this.#stopping) return;
    this.#listener.died(reason, !steady && reason === this.#lastReason);
    this.#lastReason = reason;
    if (steady) this.#restart.succeeded();
    this.#restart.schedule(steady, () => {
      this.#launch().then(
        (made) => this.#listener.back(made),
        ({ message }: Error) => this.#replace(message, false),
      );
    });
  }
}
