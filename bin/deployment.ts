/** `npm run deploy`, `destroy`, `diff` and `rollback` manage a service on AWS. The first parameter is the command. */
import { runStageCommand } from '../lib/deployment/stage-commands.ts';
import { runCommand } from '../project/run-command.ts';

const [name = ''] = process.argv.splice(2, 1);
await runCommand(name, (parameters) => runStageCommand(name, parameters));
