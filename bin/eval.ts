/** `npm run eval`: a task over labelled samples, through the same code as the service. */
import { evaluateTask } from '../evaluation/evaluate-task.ts';
import { HELP, readOptions } from '../evaluation/options.ts';
import { runCommand } from '../project/run-command.ts';

await runCommand('eval', async (parameters) => {
  const options = readOptions(parameters);
  if (options) console.log(await evaluateTask(options));
  else process.stdout.write(HELP);
});
