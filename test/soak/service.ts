/** The service under test: `npm start` in a process of its own, with a folder for its data. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { programFile } from '../../project/paths.ts';

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
  #port = 0;
  #child: ChildProcess | undefined;
  #output = '';

  readonly #models: readonly string[];
  readonly #workers: number;
  readonly #program: string;

  /**
   * @param models their folders
   * @param workers of each model
   * @param program with the command line of `npm start`
   */
  constructor(models: readonly string[], workers: number, program: string = programFile('bin/start')) {
    this.#models = models;
    this.#workers = workers;
    this.#program = program;
    this.hasSmallDisk = mountSmallDisk(this.data);
    // It has a process group of its own, so that Ctrl-C ends the soak and not what it still has to judge.
    process.once('exit', () => this.#child?.kill('SIGKILL'));
  }

  /** Of all models. */
  get workerCount(): number {
    return this.#models.length * this.#workers;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get pid(): number | undefined {
    const { pid, exitCode, signalCode } = this.#child ?? {};
    return exitCode === null && signalCode === null ? pid : undefined;
  }

  /** Process ids of the workers; empty where the system does not tell, as Windows. */
  workers(): number[] {
    return this.#processes().flatMap(({ pid }) => (pid === this.pid ? [] : pid));
  }

  /** What all processes of the service hold, bytes; undefined where the system does not tell. */
  memory(): number | undefined {
    const processes = this.#processes();
    return processes.length === 0 ? undefined : processes.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #processes(): { pid: number; bytes: number }[] {
    const { pid: front } = this;
    if (process.platform === 'win32' || front === undefined) return [];
    const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,rss=,stat=,comm='], { encoding: 'utf8' })
      .trim()
      .split('\n');
    return lines.flatMap((line) => {
      const [pid, parent, kibibytes, state = '', command = ''] = line.trim().split(/\s+/);
      if ((Number(pid) !== front && Number(parent) !== front) || state.startsWith('Z')) return [];
      // The shell that ends workers after a `kill -9`.
      if (command.endsWith('sh')) return [];
      return { pid: Number(pid), bytes: 1024 * Number(kibibytes) };
    });
  }

  /** On the same port as before. @throws {NotSurvived} with what it printed */
  async start(): Promise<void> {
    this.#port ||= await freePort();
    this.#output = '';
    const options = ['--port', String(this.#port), '--data', this.data, '--workers', String(this.#workers)];
    const parameters = [this.#program, ...this.#models, ...options];
    const child = spawn(process.execPath, parameters, { detached: process.platform !== 'win32' });
    this.#child = child;
    const hear = (text: Buffer) => {
      this.#output = (this.#output + text).slice(-10_000);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const deadline = performance.now() + START_MILLISECONDS;
    while (!/^Listening on /m.test(this.#output)) {
      if (this.pid === undefined || performance.now() > deadline) {
        throw new NotSurvived(`the service did not start: ${this.#output.trim().split('\n').at(-1)}`);
      }
      await delay(20);
    }
  }

  /** As Ctrl-C does. @throws {NotSurvived} where it does not end well, or a worker outlives it */
  async stop(): Promise<void> {
    const workers = this.workers();
    const end = this.#ended(STOP_MILLISECONDS);
    this.#child?.kill('SIGTERM');
    const code = await end;
    if (code !== 0) {
      await this.kill();
      throw new NotSurvived(`the service exited with code ${code} when it was stopped`);
    }
    await requireEnded(workers);
  }

  /** `kill -9`. @throws {NotSurvived} where a worker outlives it */
  async kill(): Promise<void> {
    if (this.pid === undefined) return;
    const workers = this.workers();
    const end = this.#ended(STOP_MILLISECONDS);
    this.#child?.kill('SIGKILL');
    await end;
    await requireEnded(workers);
  }

  /** Writes until the small disk is full. @returns makes room again */
  fillDisk(): () => void {
    const file = path.join(this.data, 'filling');
    const descriptor = openSync(file, 'a');
    for (let size = 1024 * 1024; size >= 1; ) {
      try {
        writeSync(descriptor, Buffer.alloc(size));
      } catch {
        size = Math.floor(size / 2);
      }
    }
    closeSync(descriptor);
    return () => rmSync(file, { force: true });
  }

  removeData(): void {
    if (this.hasSmallDisk) execFileSync('umount', ['-l', this.data]);
    rmSync(this.data, { recursive: true, force: true, maxRetries: 5 });
  }

  #ended(milliseconds: number): Promise<number | string> {
    const child = this.#child;
    if (!child || this.pid === undefined) return Promise.resolve('nothing');
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(`nothing within ${milliseconds} ms`), milliseconds);
      child.once('exit', (code, signal) => {
        clearTimeout(timer);
        resolve(code ?? signal ?? 'nothing');
      });
    });
  }
}

async function requireEnded(pids: readonly number[]): Promise<void> {
  const deadline = performance.now() + ORPHANS_MILLISECONDS;
  for (const pid of pids) {
    while (isRunning(pid)) {
      if (performance.now() > deadline) throw new NotSurvived(`the worker ${pid} outlived its front process`);
      await delay(50);
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Only root on Linux may do that, and not in every container. */
function mountSmallDisk(folder: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    const options = `size=${SMALL_DISK_MEBIBYTES}m,mode=700`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'subsecond-soak', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
