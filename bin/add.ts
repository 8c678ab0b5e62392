/** `npm run add`: a task's folder from exported models. */
import { addCommand } from '../tasks/make/command.ts';
import { TaskError } from '../tasks/task-error.ts';

try {
  process.exitCode = await addCommand(process.argv.slice(2), console.log);
} catch (error) {
  if (!(error instanceof TaskError)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
