import { PACKAGE_NAME } from './package-name.ts';
import { isInstalled } from './places.ts';

/**
 * What a user types before the parameters of a command: `npm run add --` in the repository, `npx` with the package's
 * name where it is installed.
 */
export function commandLine(command: string): string {
  if (isInstalled) return `npx ${PACKAGE_NAME} ${command}`;
  return command === 'start' ? 'npm start --' : `npm run ${command} --`;
}
