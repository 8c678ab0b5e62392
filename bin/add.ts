/** `npm run add`: a task's folder from exported models. */
import { runCommand } from '../project/run-command.ts';
import { addCommand } from '../tasks/make/command.ts';

await runCommand('add', (parameters) => addCommand(parameters, console.log));
