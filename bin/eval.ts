/** `npm run eval`: a task over labelled samples, through the same code as the service. */
import { evaluateTask } from '../evaluation/evaluate-task.ts';
import { HELP, readOptions, UsageError } from '../evaluation/options.ts';
import { TaskError } from '../tasks/task-error.ts';

try {
  const options = readOptions(process.argv.slice(2));
  if (options) console.log(await evaluateTask(options));
  else process.stdout.write(HELP);
} catch (error) {
  process.stderr.write(`eval: ${(error as Error).message}\n`);
  process.exitCode = error instanceof UsageError || error instanceof TaskError ? 2 : 1;
}
