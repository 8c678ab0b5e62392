import { describeError } from '../../project/describe-error.ts';
import { TaskError } from '../../tasks/find-task.ts';
import { ConfigurationError } from '../configuration/configuration-error.ts';
import { UsageError } from './usage-error.ts';

/**
 * Runs a command-line program and turns what it throws into one line on stderr and an exit code: 2 when it was
 * called wrongly, 1 when it was called rightly and failed.
 */
export async function runProgram(program: () => void | Promise<void>): Promise<void> {
  try {
    await program();
  } catch (error) {
    const wrongCall = [UsageError, ConfigurationError, TaskError].some((type) => error instanceof type);
    console.error(describeError(error));
    process.exitCode = wrongCall ? 2 : 1;
  }
}
