import { runCost } from '../cost/command/main.ts';
import { runCommand } from '../project/run-command.ts';

await runCommand('cost', async (parameters) => {
  const { text, exitCode } = await runCost(parameters);
  console.log(text);
  return exitCode;
});
