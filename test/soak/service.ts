/** The service under test: `npm start` in a process of its own, with a folder for its data. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { programFile } from '../../project/paths.ts';
import { childrenOf, familyOf, isAlive } from '../support/processes.ts';

const START_MILLISECONDS = 60_000;
/** Fronts and workers end by themselves when their parent has gone. */
const END_MILLISECONDS = 20_000;
/** 1 GiB: several times as much as the responses to a storm take. */
const SMALL_DISK = ['-t', 'tmpfs', '-o', 'size=1024m,mode=700', 'subsecond-soak'];
const LISTENING = /^Listening on (\S+)\n/m;

/** Something that must hold did not. */
export class NotSurvived extends Error {}

export interface ServiceTerms {
  readonly workers: number;
  readonly fronts?: number;
  readonly options?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  readonly program?: string | undefined;
}

export class ServiceProcess {
  readonly data = mkdtempSync(path.join(tmpdir(), 'subsecond-soak-'));
  /** Whether the data lie on a small file system of their own, which can be filled: root on Linux can have one, but not in every container. */
  readonly hasSmallDisk =
    process.platform === 'linux' && spawnSync('mount', [...SMALL_DISK, this.data]).status === 0;
  /** Any free port, until the service has one. */
  url = 'http://127.0.0.1:0';
  /** Number of workers of all models. */
  readonly workerCount: number;
  /** Processes for HTTP; one that is alone is the supervisor as well. */
  readonly frontCount: number;
  #child: ChildProcess | undefined;
  readonly #parameters: readonly string[];
  readonly #environment: NodeJS.ProcessEnv;

  /**
   * @param workers of each model
   * @param options further ones
   * @param environment variables beside those of this process
   * @param program with the command line of `npm start`
   */
  constructor(
    models: readonly { directory: string }[],
    { workers, fronts = 1, options = [], environment = {}, program = programFile('bin/start') }: ServiceTerms,
  ) {
    this.workerCount = models.length * workers;
    this.frontCount = fronts;
    this.#environment = environment;
    const folders = models.map(({ directory }) => directory);
    const counts = ['--workers', String(workers), '--fronts', String(fronts)];
    this.#parameters = [program, ...folders, '--data', this.data, ...counts, ...options];
    // It has a process group of its own, so that Ctrl-C ends the soak and not what it still has to judge.
    process.once('exit', () => {
      this.#child?.kill('SIGKILL');
      if (existsSync(this.data)) this.removeData();
    });
  }

  get pid(): number | undefined {
    const { pid, exitCode, signalCode } = this.#child ?? {};
    return exitCode === null && signalCode === null ? pid : undefined;
  }

  /** Process ids of the fronts; empty where there is one, or where the system does not tell, as Windows. */
  fronts(): number[] {
    return this.pid === undefined || this.frontCount === 1 ? [] : childrenOf(this.pid);
  }

  /** Process ids of the workers; empty where the system does not tell. */
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

  /** On the same port as before. @throws {NotSurvived} with what it printed */
  async start(): Promise<void> {
    const parameters = [...this.#parameters, '--port', new URL(this.url).port];
    const child = spawn(process.execPath, parameters, {
      detached: process.platform !== 'win32',
      env: { ...process.env, ...this.#environment },
    });
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
    if (this.hasSmallDisk) execFileSync('umount', ['-l', this.data]);
    rmSync(this.data, { recursive: true, force: true, maxRetries: 5 });
  }

  /**
   * `SIGTERM` ends it as Ctrl-C does.
   *
   * @throws {NotSurvived} where it does not end well, or another process outlives it
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
    throw new NotSurvived(`the service exited with code ${exitCode ?? signalCode} when it was stopped`);
  }
}
