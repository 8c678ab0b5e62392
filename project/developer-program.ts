import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isInstalled, projectDirectory } from './paths.ts';

const HINT = isInstalled
  ? 'npm install --save-dev aws-cdk cdk-monitoring-constructs installs what deploying needs'
  : 'npm ci, without --omit=dev, installs what building and deploying need';

/** Paths at which npm may have put a package or its files: below this project, or beside it if npm installed this project. */
export function installedPaths(path: string): string[] {
  const folders = createRequire(join(projectDirectory, 'package.json')).resolve.paths(path) ?? [];
  return folders.map((folder) => join(folder, path));
}

/**
 * A file of an npm package that serving does not need. It is missing if the repository was installed with `npm ci
 * --omit=dev`, or if Subsecond's own package was installed without the packages for deploying.
 *
 * @param path below node_modules, with `/`
 * @throws Error that says how to install it
 */
export function developerProgram(path: string): string {
  const file = installedPaths(path).find((candidate) => existsSync(candidate));
  if (file !== undefined) return file;
  throw new Error(`${path} is not installed: ${HINT}`);
}
