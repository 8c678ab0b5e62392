/** `npm run cost`: estimates what a load costs on AWS. */
import { printCost } from '../cost/command/main.ts';
import { runCommand } from '../project/run-command.ts';

await runCommand('cost', printCost);
