/** The service under test: `npm start` in a process of its own, with a folder for its data. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { programFile } from '../../project/paths.ts';
import { childrenOf, familyOf, isAlive } from '../support/processes.ts';

const START_MILLISECONDS = 60_000;
const STOP_MILLISECONDS = 15_000;
/** Workers end by themselves when their front process has gone. */
const ORPHANS_MILLISECONDS = 10_000;
/** Several times as much as the responses to a storm take. */
const SMALL_DISK_MEBIBYTES = 1024;

/** Something that must hold did not. */
export class NotSurvived extends Error {}

export class ServiceProcess {
  readonly data = mkdtempSync(path.join(tmpdir(), 'subsecond-soak-'));
  /** Whether the data lie on a small file system of their own, which can be filled. */
  readonly hasSmallDisk: boolean;
  /** Any free port, until the service has one. */
  url = 'http://127.0.0.1:0';
  /** Of all models. */
  readonly workerCount: number;
  #child: ChildProcess | undefined;
  #output = '';
  readonly #parameters: readonly string[];

  /**
   * @param workers of each model
   * @param program with the command line of `npm start`
   */
  constructor(models: readonly { directory: string }[], workers: number, program = programFile('bin/start')) {
    this.workerCount = models.length * workers;
    const folders = models.map(({ directory }) => directory);
    this.#parameters = [program, ...folders, '--data', this.data, '--workers', String(workers)];
    this.hasSmallDisk = mountSmallDisk(this.data);
    // It has a process group of its own, so that Ctrl-C ends the soak and not what it still has to judge.
    process.once('exit', () => this.#child?.kill('SIGKILL'));
  }

  get pid(): number | undefined {
    const { pid, exitCode, signalCode } = this.#child ?? {};
    return exitCode === null && signalCode === null ? pid : undefined;
  }

  /** Process ids of the workers; empty where the system does not tell, as Windows. */
  workers(): number[] {
    return this.pid === undefined ? [] : childrenOf(this.pid);
  }

  /** What all processes of the service hold, bytes; undefined where the system does not tell. */
  memory(): number | undefined {
    const processes = this.pid === undefined ? [] : familyOf(this.pid);
    return processes.length === 0 ? undefined : processes.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** On the same port as before. @throws {NotSurvived} with what it printed */
  async start(): Promise<void> {
    this.#output = '';
    const parameters = [...this.#parameters, '--port', new URL(this.url).port];
    const child = spawn(process.execPath, parameters, { detached: process.platform !== 'win32' });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        this.#output = (this.#output + text).slice(-10_000);
      });
    }
    const deadline = performance.now() + START_MILLISECONDS;
    for (;;) {
      const [, url] = /^Listening on (\S+)\n/m.exec(this.#output) ?? [];
      this.url = url ?? this.url;
      if (url !== undefined) return;
      if (this.pid === undefined || performance.now() > deadline) {
        throw new NotSurvived(`the service did not start: ${this.#output.trim().split('\n').at(-1)}`);
      }
      await delay(20);
    }
  }

  /** As Ctrl-C does. @throws {NotSurvived} where it does not end well, or a worker outlives it */
  async stop(): Promise<void> {
    const code = await this.#end('SIGTERM');
    if (code === 0) return;
    await this.kill();
    throw new NotSurvived(`the service exited with code ${code} when it was stopped`);
  }

  /** `kill -9`. @throws {NotSurvived} where a worker outlives it */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Writes until the small disk is full. @returns makes room again */
  fillDisk(): () => void {
    const file = path.join(this.data, 'filling');
    spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=1M']);
    return () => rmSync(file, { force: true });
  }

  removeData(): void {
    if (this.hasSmallDisk) execFileSync('umount', ['-l', this.data]);
    rmSync(this.data, { recursive: true, force: true, maxRetries: 5 });
  }

  /** @returns the exit code, or what came instead */
  async #end(signal: NodeJS.Signals): Promise<unknown> {
    const child = this.#child;
    if (!child || this.pid === undefined) return 'nothing';
    const workers = this.workers();
    child.kill(signal);
    const late = [`nothing within ${STOP_MILLISECONDS} ms`];
    const inTime = { signal: AbortSignal.timeout(STOP_MILLISECONDS) };
    const [code, killedBy] = await once(child, 'exit', inTime).catch(() => late);
    const deadline = performance.now() + ORPHANS_MILLISECONDS;
    while (this.pid === undefined && workers.some(isAlive)) {
      if (performance.now() > deadline) throw new NotSurvived('a worker outlived its front process');
      await delay(50);
    }
    return code ?? killedBy;
  }
}

/** Only root on Linux may do that, and not in every container. */
function mountSmallDisk(folder: string): boolean {
  if (process.platform !== 'linux') return false;
  const options = `size=${SMALL_DISK_MEBIBYTES}m,mode=700`;
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'subsecond-soak', folder]).status === 0;
}
