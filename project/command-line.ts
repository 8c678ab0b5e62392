import { isInstalled } from './paths.ts';

/** Name of the package. The name without a scope belongs to somebody else, so `npx subsecond` could run a stranger's code. */
export const PACKAGE_NAME = '@subsecond-ml/subsecond';

/** The beginning of a command line: `npm run add --` in the repository, `npx` with the package's name if it is installed. */
export function commandLine(command: string): string {
  if (isInstalled) return `npx ${PACKAGE_NAME} ${command}`;
  return command === 'start' ? 'npm start --' : `npm run ${command} --`;
}
