/** Finds Artillery: beside the load tests of the repository, or where the user of the npm package has installed it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isInstalled, loadTestsDirectory, workDirectory } from '../../project/paths.ts';

/** Artillery's program. @throws when it has not been installed */
export function artilleryProgram(): string {
  return join(dirname(artilleryManifest()), 'bin', 'run');
}

/** @returns a `require` that loads Artillery's dependencies. @throws if Artillery is not installed */
export function artilleryRequire(): NodeJS.Require {
  return createRequire(artilleryManifest());
}

function artilleryManifest(): string {
  const own = createRequire(import.meta.url);
  try {
    return own.resolve('artillery/package.json', { paths: [loadTestsDirectory, workDirectory] });
  } catch (cause) {
    throw new Error(`Artillery is not installed yet: run ${installCommand()}`, { cause });
  }
}

export function installCommand(): string {
  if (!isInstalled) return 'npm run load:install';
  const { dependencies } = JSON.parse(readFileSync(join(loadTestsDirectory, 'package.json'), 'utf8'));
  return `npm install --save-dev artillery@${dependencies.artillery}`;
}
