import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { processEnvironment } from '../../functions/process-environment.ts';
import { ServiceError } from '../../local/service-error.ts';
import { FASTAPI_DIRECTORY } from './python.ts';

/** Python, its libraries and the models, on a machine that is busy with other things. */
const START_LIMIT_MILLISECONDS = 90_000;
const STOP_LIMIT_MILLISECONDS = 10_000;

/** FastAPI and uvicorn, started and warm. */
export interface PythonService {
  /** One of each worker. */
  readonly urls: readonly string[];
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

export interface PythonServiceOptions {
  /** The program. */
  readonly python: string;
  /** Folder of the task. */
  readonly directory: string;
  readonly workers: number;
}

/** @throws {ServiceError} with a line that says why it does not start; nothing is left running then */
export async function startPythonService({
  python,
  directory,
  workers,
}: PythonServiceOptions): Promise<PythonService> {
  const children = Array.from({ length: workers }, () => startWorker(python, directory));
  const stop = async () => {
    await Promise.all(children.map(end));
  };
  const limit = AbortSignal.timeout(START_LIMIT_MILLISECONDS);
  try {
    const ports = await Promise.all(children.map((child) => portOf(child, limit)));
    const urls = ports.map((port) => `http://127.0.0.1:${port}`);
    return { urls, pids: children.map(({ pid }) => pid as number), stop };
  } catch (error) {
    await stop();
    if (!limit.aborted) throw error;
    throw new ServiceError(`the FastAPI service was not ready within ${START_LIMIT_MILLISECONDS / 1000} s`);
  }
}

function startWorker(python: string, directory: string): ChildProcess {
  return spawn(python, [join(FASTAPI_DIRECTORY, 'serve.py')], {
    env: {
      ...process.env,
      // ONNX Runtime makes no reports for its makers here either.
      ORT_DISABLE_TELEMETRY: processEnvironment.ORT_DISABLE_TELEMETRY,
      PEER_TASK: directory,
      PYTHONDONTWRITEBYTECODE: '1',
    },
    // Its input is never written to: when it ends, so does the worker.
    stdio: ['pipe', 'pipe', 'pipe'],
    // As our workers are: where Linux shares cores out among sessions, what shares one with the load generator gets less.
    detached: true,
    windowsHide: true,
  });
}

/** Waits until a worker is warm and listens. @returns its port */
function portOf(child: ChildProcess, limit: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    let complaint = '';
    child.stderr?.on('data', (text) => {
      complaint = (complaint + text).slice(-10_000);
    });
    createInterface({ input: child.stdout! }).on('line', (line) => {
      // A library may have something to say, too.
      if (!line.startsWith('{')) return;
      const said = JSON.parse(line) as { port?: number; error?: string };
      if (said.error !== undefined) reject(new ServiceError(said.error));
      if (said.port !== undefined) resolve(said.port);
    });
    child.on('error', ({ message }) => reject(new ServiceError(`Python does not start: ${message}`)));
    child.on('exit', (code) => {
      const why = complaint.trim().split('\n').at(-1);
      reject(new ServiceError(`the FastAPI service ended with ${code} as it started: ${why}`));
    });
    limit.addEventListener('abort', () => reject(limit.reason));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  child.stdin?.end();
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MILLISECONDS);
  await ended;
  clearTimeout(timer);
}
