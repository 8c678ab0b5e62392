import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../../project/usage-error.ts';

const run = promisify(execFile);

/** Where the Python service lies. */
export const FASTAPI_DIRECTORY = join(import.meta.dirname, 'fastapi');
/** Faster where they are there, and not there for every system. */
const OPTIONAL = ['httptools', 'uvloop'];
/** On a busy machine, starting Python alone may take seconds. */
const LIMIT_MILLISECONDS = 60_000;

/** Versions by name, `python` among them; null: it is not installed. */
export type Versions = Readonly<Record<string, string | null>>;

/** What a user has to have done once. */
const PREPARE =
  'python3 -m venv dist/python && dist/python/bin/pip install -r bench/peers/fastapi/requirements.txt, ' +
  'then --python dist/python/bin/python (on Windows dist\\python\\Scripts\\python.exe)';

/**
 * What a Python has of the packages that the FastAPI service needs.
 *
 * @throws {UsageError} saying how to come by what is missing
 */
export async function pythonVersions(python: string): Promise<Versions> {
  const program = join(FASTAPI_DIRECTORY, 'versions.py');
  let versions: Versions;
  try {
    const { stdout } = await run(python, [program], { timeout: LIMIT_MILLISECONDS });
    versions = JSON.parse(stdout);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is no such program' : message.trim().split('\n').at(-1);
    throw new UsageError(`--python ${python} does not run: ${reason}; ${PREPARE}`);
  }
  const missing = Object.keys(versions).filter((name) => versions[name] === null && !OPTIONAL.includes(name));
  if (missing.length > 0) throw new UsageError(`${python} lacks ${missing.join(', ')}: ${PREPARE}`);
  return versions;
}
