/** Runs a command in the folder where the user typed it, and sets the exit code. */
import { fitColumns } from './fit-columns.ts';
import { projectDirectory } from './paths.ts';
import { UsageError } from './usage-error.ts';

/** Errors of the program, not of its user. Only these are printed with their stack. */
const BUGS = [TypeError, RangeError, ReferenceError, SyntaxError];

/**
 * Runs a command. After an error, prints its message to stderr, and exits with the error's `exitCode`, or else with 1.
 * @param name of the script in package.json
 * @param command gets the parameters. If the function declares no parameter, a command line with parameters is an error. A
 * number that the function returns is the exit code
 */
export async function runCommand(
  name: string,
  command: (parameters: string[]) => Promise<unknown>,
): Promise<void> {
  try {
    // npm runs scripts in the project's folder, but paths on the command line are relative to the folder where npm was called.
    const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
    if (script === name && folder && process.cwd() === projectDirectory) process.chdir(folder);
    const parameters = process.argv.slice(2);
    if (command.length === 0 && parameters.length > 0)
      throw new UsageError(`npm run ${name} takes no options: ${parameters.join(' ')}`);
    const exitCode = await command(parameters);
    if (typeof exitCode === 'number') process.exitCode = exitCode;
  } catch (error) {
    if (BUGS.some((type) => error instanceof type)) console.error(error);
    else console.error(fitColumns((error as Error).message));
    process.exitCode = (error as { exitCode?: number }).exitCode ?? 1;
  }
}

/** The message of an error, followed by the messages of its causes. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} ${describeError(error.cause)}`;
}
