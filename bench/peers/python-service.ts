/** A service of FastAPI and uvicorn, one process for each worker. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { processEnvironment } from '../../functions/process-environment.ts';
import { ServiceError } from '../../local/service-error.ts';
import { UsageError } from '../../project/usage-error.ts';

export const FASTAPI_DIRECTORY = join(import.meta.dirname, 'fastapi');
/** The first two make uvicorn faster, but do not exist for every system. Only models of texts need `tokenizers`. */
const OPTIONAL = ['httptools', 'uvloop', 'tokenizers'];
/** Advice for error messages: commands to run once, and the option that uses their result. */
const PREPARE =
  'run python3 -m venv dist/python && dist/python/bin/pip install -r bench/peers/fastapi/requirements.txt, ' +
  'then add --python dist/python/bin/python (on Windows dist\\python\\Scripts\\python.exe)';
/** Time limit for a start with Python and its libraries on a busy machine. */
const START_LIMIT_MILLISECONDS = 90_000;
const STOP_LIMIT_MILLISECONDS = 10_000;

/** Versions by name, including `python`; null if a package is not installed. */
export type Versions = Readonly<Record<string, string | null>>;

/** Versions of the packages that the FastAPI service needs. @throws {UsageError} that says how to install missing ones */
export async function pythonVersions(python: string): Promise<Versions> {
  const versions = await promisify(execFile)(python, [join(FASTAPI_DIRECTORY, 'versions.py')], {
    timeout: START_LIMIT_MILLISECONDS,
  }).then(
    ({ stdout }): Versions => JSON.parse(stdout),
    ({ code, message }: NodeJS.ErrnoException) => {
      const reason = code === 'ENOENT' ? 'there is no such program' : message.trim().split('\n').at(-1);
      throw new UsageError(`--python ${python} does not run: ${reason}; ${PREPARE}`);
    },
  );
  const missing = Object.keys(versions).filter((name) => versions[name] === null && !OPTIONAL.includes(name));
  if (missing.length > 0) throw new UsageError(`${python} lacks ${missing.join(', ')}: ${PREPARE}`);
  return versions;
}

/**
 * @param python path of the program
 * @param directory the model's directory
 * @returns the warm service, with an address for each worker
 * @throws {ServiceError} that says why it does not start; then no process is left running
 */
export async function startPythonService(python: string, directory: string, workers: number) {
  const children = Array.from({ length: workers }, () => startWorker(python, directory));
  const stop = async () => {
    await Promise.all(children.map(end));
  };
  const limit = AbortSignal.timeout(START_LIMIT_MILLISECONDS);
  try {
    const ports = await Promise.all(children.map((child) => portOf(child, limit)));
    const urls = ports.map((port) => `http://127.0.0.1:${port}`);
    return { urls, pids: children.map(({ pid }) => pid!), stop };
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
      // ONNX Runtime's telemetry is off, as in our service.
      ORT_DISABLE_TELEMETRY: processEnvironment.ORT_DISABLE_TELEMETRY,
      PEER_MODEL: directory,
      PYTHONDONTWRITEBYTECODE: '1',
    },
    // Nothing is written to a worker's input. The worker ends when the input closes, so it never outlives this process.
    stdio: ['pipe', 'pipe', 'pipe'],
    // Each worker has a session of its own. Linux divides cores among sessions, so a worker in the session of the
    // load generator would get less CPU time.
    detached: true,
    windowsHide: true,
  });
}

/** Waits until a worker is warm and listens. */
async function portOf(child: ChildProcess, signal: AbortSignal): Promise<number> {
  const exit = once(child, 'close');
  exit.catch(() => {});
  let complaint = '';
  child.stderr?.on('data', (text) => {
    complaint = (complaint + text).slice(-10_000);
  });
  for await (const line of createInterface({ input: child.stdout!, signal })) {
    // A library may print a line, too.
    if (!line.startsWith('{')) continue;
    const { port, error } = JSON.parse(line) as { port: number; error?: string };
    if (error !== undefined) throw new ServiceError(error);
    // Later output is not used, but must not fill the pipe.
    setImmediate(() => child.stdout?.resume());
    return port;
  }
  signal.throwIfAborted();
  const [code] = await exit;
  const why = complaint.trim().split('\n').at(-1);
  throw new ServiceError(`the FastAPI service exited with code ${code} during its start: ${why}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  child.stdin?.end();
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MILLISECONDS);
  await ended;
  clearTimeout(timer);
}
