/** The service under test: `npm start` in its own process, with its own data folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { programFile } from '../../project/paths.ts';
import { childrenOf, familyOf, isAlive } from '../support/processes.ts';

const START_MILLISECONDS = 60_000;
/** Time in which all processes of the service must end after a signal. */
const END_MILLISECONDS = 20_000;
const LISTENING = /^Listening on (\S+)\n/m;

/** Thrown if the service does not survive a fault. */
export class NotSurvived extends Error {}

interface ServiceTerms {
  readonly workers: number;
  readonly fronts?: number;
  readonly program?: string | undefined;
}

export class ServiceProcess {
  readonly data = mkdtempSync(path.join(tmpdir(), 'subsecond-soak-'));
  /** Address of the service. Before the first start, its port 0 stands for any free port. */
  url = 'http://127.0.0.1:0';
  /** Number of workers of all models. */
  readonly workerCount: number;
  /** Number of front processes. A single one is also the supervisor. */
  readonly frontCount: number;
  #child: ChildProcess | undefined;
  readonly #parameters: readonly string[];

  /**
   * @param workers number of workers per model
   * @param program accepts the command line of `npm start`
   */
  constructor(
    models: readonly { directory: string }[],
    { workers, fronts = 1, program = programFile('bin/start') }: ServiceTerms,
  ) {
    this.workerCount = models.length * workers;
    this.frontCount = fronts;
    const folders = models.map(({ directory }) => directory);
    const counts = ['--workers', String(workers), '--fronts', String(fronts)];
    this.#parameters = [program, ...folders, '--data', this.data, ...counts];
    // Ctrl-C does not reach the service, because the service has its own process group. So this process ends it.
    process.once('exit', () => {
      this.#child?.kill('SIGKILL');
      if (existsSync(this.data)) this.removeData();
    });
  }

  get pid(): number | undefined {
    const { pid, exitCode, signalCode } = this.#child ?? {};
    return exitCode === null && signalCode === null ? pid : undefined;
  }

  /** Process ids of the fronts; empty if there is only one, or if the system does not list processes, e.g. Windows. */
  fronts(): number[] {
    return this.pid === undefined || this.frontCount === 1 ? [] : childrenOf(this.pid);
  }

  /** Process ids of the workers; empty if the service does not run, or if the system does not list processes. */
  workers(): number[] {
    if (this.pid === undefined) return [];
    return this.frontCount === 1 ? childrenOf(this.pid) : this.fronts().flatMap(childrenOf);
  }

  /** Memory of all processes of the service in bytes; 0 if the system does not report it. */
  memory(): number {
    const parents = this.pid === undefined ? [] : [this.pid, ...this.fronts()];
    const held = new Map(parents.flatMap(familyOf).map(({ pid, bytes }) => [pid, bytes]));
    return [...held.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Starts the service, on its former port if it had one. @throws {NotSurvived} with the last line of the program's output */
  async start(): Promise<void> {
    const parameters = [...this.#parameters, '--port', new URL(this.url).port];
    const child = spawn(process.execPath, parameters, { detached: process.platform !== 'win32' });
    this.#child = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output = (output + text).slice(-10_000);
      });
    }
    const deadline = performance.now() + START_MILLISECONDS;
    while (!LISTENING.test(output)) {
      if (this.pid === undefined || performance.now() > deadline) {
        throw new NotSurvived(`the service did not start: ${output.trim().split('\n').at(-1)}`);
      }
      await delay(20);
    }
    this.url = LISTENING.exec(output)![1]!;
  }

  removeData(): void {
    rmSync(this.data, { recursive: true, force: true, maxRetries: 5 });
  }

  /**
   * Ends the service. `SIGTERM` ends it as Ctrl-C does.
   * @throws {NotSurvived} if it does not exit with code 0 after `SIGTERM`, or leaves another process behind
   */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const { pid } = this;
    const others = [...this.fronts(), ...this.workers()];
    if (pid !== undefined) this.#child?.kill(signal);
    const deadline = performance.now() + END_MILLISECONDS;
    while ((this.pid !== undefined || others.some(isAlive)) && performance.now() < deadline) await delay(20);
    if (this.pid === undefined && others.some(isAlive)) {
      throw new NotSurvived('a process outlived the supervisor');
    }
    const { exitCode, signalCode } = this.#child ?? {};
    if (signal === 'SIGKILL' || (pid !== undefined && exitCode === 0)) return;
    await this.end('SIGKILL');
    const outcome = exitCode ?? signalCode ?? 'it still ran';
    throw new NotSurvived(`expected the service to stop with exit code 0 within 20 s, received: ${outcome}`);
  }
}
