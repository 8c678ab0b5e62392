/** Where this project's own files are, and where its user works. */
import { join, resolve } from 'node:path';

/** `.ts` in the repository; `.js` in the package that npm installs, as Node strips no types below node_modules. */
const EXTENSION = import.meta.filename.endsWith('.ts') ? '.ts' : '.js';

/** Whether this is the package that npm installs, and not the repository. */
export const isInstalled = EXTENSION === '.js';

/** The folder with the project's own files: of an installed package, nobody may write there. */
export const projectDirectory = join(import.meta.dirname, '..');

/** Scenarios and their Artillery. */
export const loadTestsDirectory = join(projectDirectory, 'load-tests');

/** The folder where models, data and what is built lie: the repository, or the current folder where the package is installed. */
export const workDirectory = isInstalled ? resolve() : projectDirectory;

/** Reports of load tests, a folder each. */
export const loadReports = join(workDirectory, 'load-tests', 'reports');

/** The models by name, each in a folder of its own. */
export const modelRepository = join(workDirectory, 'models');

/** Everything built goes below this folder. */
export const buildDirectory = join(workDirectory, 'dist');

/** The instruction sets that layers are built for, in Lambda's words. */
export const architectures = ['x86_64', 'arm64'] as const;
export type Architecture = (typeof architectures)[number];

/** Data that commands keep between runs. */
export const dataDirectory = join(workDirectory, '.subsecond');

/** The code of the functions, which Lambda mounts at `/var/task`. The installed package brings it along. */
export const functionDirectories = {
  function: join(projectDirectory, 'dist', 'function'),
  authorizer: join(projectDirectory, 'dist', 'authorizer'),
  /** The release check and the synthetic request, which send samples. */
  sampleRequests: join(projectDirectory, 'dist', 'sample-requests'),
} as const;

/** Packages that were fetched from the npm registry. */
export const packageCache = join(workDirectory, 'node_modules', '.cache', 'subsecond');

/**
 * The file of a program that runs in a process of its own.
 *
 * @param name its path in the project with `/` and without extension, such as `local/workers/worker-program`
 */
export function programFile(name: string): string {
  return join(projectDirectory, `${name}${EXTENSION}`);
}
