/** Folders of this project's own files, and of the user's files. */
import { join, resolve } from 'node:path';

/** `.ts` in the repository; `.js` in the installed package, because Node does not strip types below node_modules. */
const EXTENSION = import.meta.filename.endsWith('.ts') ? '.ts' : '.js';

/** Whether this is the installed package, and not the repository. */
export const isInstalled = EXTENSION === '.js';

/**
 * The folder with the project's own files. Programs write to `workDirectory` instead, because this folder may belong to an
 * installed package.
 */
export const projectDirectory = join(import.meta.dirname, '..');

/** Folder of the load scenarios. In the repository, Artillery is installed there. */
export const loadTestsDirectory = join(projectDirectory, 'load-tests');

/** The folder with models, data and built files: the repository or, for an installed package, the current folder. */
export const workDirectory = isInstalled ? resolve() : projectDirectory;

/** Reports of load tests, a folder each. */
export const loadReports = join(workDirectory, 'load-tests', 'reports');

/** The models by name, each in a folder of its own. */
export const modelRepository = join(workDirectory, 'models');

/** Commands and tests put what they build below this folder. */
export const buildDirectory = join(workDirectory, 'dist');

/** The instruction sets for which layers are built, by Lambda's names. */
export const architectures = ['x86_64', 'arm64'] as const;
export type Architecture = (typeof architectures)[number];

/** Data that commands keep between runs. */
export const dataDirectory = join(workDirectory, '.subsecond');

/** The code of the functions, which Lambda mounts at `/var/task`. The installed package contains it. */
export const functionDirectories = {
  function: join(projectDirectory, 'dist', 'function'),
  authorizer: join(projectDirectory, 'dist', 'authorizer'),
  releaseCheck: join(projectDirectory, 'dist', 'release-check'),
} as const;

/** Folder of packages that were fetched from the npm registry. */
export const packageCache = join(workDirectory, 'node_modules', '.cache', 'subsecond');

/**
 * The file of a program that runs in a process of its own.
 *
 * @param name its path in the project with `/` and without extension, such as `local/workers/worker-program`
 */
export function programFile(name: string): string {
  return join(projectDirectory, `${name}${EXTENSION}`);
}
