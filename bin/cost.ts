import { runCost } from '../cost/command/main.ts';
import { runCommand } from '../project/run-command.ts';

await runCommand('cost', (parameters) =>
  runCost(parameters, { print: (text) => console.log(text), report: (text) => console.error(text) }),
);
