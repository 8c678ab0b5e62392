import { isInstalled } from './places.ts';

/**
 * What a user types before the parameters of a command: `npm run add --` in the repository, `npx subsecond add` where
 * the package is installed.
 */
export function commandLine(command: string): string {
  if (isInstalled) return `npx subsecond ${command}`;
  return command === 'start' ? 'npm start --' : `npm run ${command} --`;
}
