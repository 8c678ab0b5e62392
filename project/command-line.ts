import { isInstalled } from './paths.ts';

/** What npm calls this project. The name without a scope is somebody else's package: `npx subsecond` may run a stranger's code. */
export const PACKAGE_NAME = '@subsecond-ml/subsecond';

/**
 * What a user types before the parameters of a command: `npm run add --` in the repository, `npx` with the package's
 * name where it is installed.
 */
export function commandLine(command: string): string {
  if (isInstalled) return `npx ${PACKAGE_NAME} ${command}`;
  return command === 'start' ? 'npm start --' : `npm run ${command} --`;
}
