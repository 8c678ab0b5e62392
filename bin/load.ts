/** `npm run load`: a task under load, and whether it keeps its promise. */
import { reportOn, runLoad } from '../load-tests/run/command.ts';
import { parseOptions } from '../load-tests/run/options.ts';
import { UsageError, usage } from '../load-tests/run/usage.ts';
import { TaskError } from '../tasks/find-task.ts';

try {
  const options = parseOptions(process.argv.slice(2));
  if (options.command === 'help') {
    console.log(usage);
  } else {
    const passed = options.command === 'report' ? reportOn(options) : await runLoad(options);
    process.exitCode = passed ? 0 : 1;
  }
} catch (error) {
  console.error(`load: ${(error as Error).message}`);
  process.exitCode = error instanceof UsageError || error instanceof TaskError ? 2 : 1;
}
