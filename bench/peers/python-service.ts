import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { processEnvironment } from '../../functions/process-environment.ts';
import { ServiceError } from '../../local/service-error.ts';
import { FASTAPI_DIRECTORY } from './python.ts';

/** Python, its libraries and the models, on a machine that is busy with other things. */
const START_LIMIT_MILLISECONDS = 90_000;
const STOP_LIMIT_MILLISECONDS = 10_000;

/** FastAPI and uvicorn, started and warm. */
export interface PythonService {
  readonly url: string;
  /** uvicorn's own process and its workers. */
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
  const port = await freePort();
  const child = spawn(python, [join(FASTAPI_DIRECTORY, 'serve.py'), String(port), String(workers)], {
    env: {
      ...process.env,
      // ONNX Runtime makes no reports for its makers here either.
      ORT_DISABLE_TELEMETRY: processEnvironment.ORT_DISABLE_TELEMETRY,
      PEER_TASK: directory,
      PYTHONDONTWRITEBYTECODE: '1',
    },
    // Its input is never written to: when it ends, so does the service.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = () => end(child);
  const limit = AbortSignal.timeout(START_LIMIT_MILLISECONDS);
  try {
    const workerPids = await warmWorkers(child, workers, limit);
    await listening(url, limit);
    return { url, pids: [child.pid as number, ...workerPids], stop };
  } catch (error) {
    await stop();
    if (!limit.aborted) throw error;
    throw new ServiceError(`the FastAPI service was not ready within ${START_LIMIT_MILLISECONDS / 1000} s`);
  }
}

/** A port that nobody listens on now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits until every worker has said that it is warm. @returns their process ids */
function warmWorkers(child: ChildProcess, workers: number, limit: AbortSignal): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const pids: number[] = [];
    let complaint = '';
    child.stderr?.on('data', (text) => {
      complaint = (complaint + text).slice(-10_000);
    });
    createInterface({ input: child.stdout! }).on('line', (line) => {
      // A library may have something to say, too.
      if (!line.startsWith('{')) return;
      const said = JSON.parse(line) as { ready?: number; error?: string };
      if (said.error !== undefined) reject(new ServiceError(said.error));
      if (said.ready !== undefined) pids.push(said.ready);
      if (pids.length === workers) resolve(pids);
    });
    child.on('error', ({ message }) => reject(new ServiceError(`Python does not start: ${message}`)));
    child.on('exit', (code) => {
      const why = complaint.trim().split('\n').at(-1);
      reject(new ServiceError(`the FastAPI service ended with ${code} as it started: ${why}`));
    });
    limit.addEventListener('abort', () => reject(limit.reason));
  });
}

/** Workers are warm a moment before they listen. */
async function listening(url: string, limit: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await (await fetch(`${url}/openapi.json`, { signal: limit })).arrayBuffer();
      return;
    } catch {
      limit.throwIfAborted();
      await delay(50);
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  child.stdin?.end();
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MILLISECONDS);
  await ended;
  clearTimeout(timer);
}
