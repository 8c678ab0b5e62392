/** `npm run add`: a model's folder from exported models. */

import { addCommand } from '../model-repository/make/command.ts';
import { runCommand } from '../project/run-command.ts';

await runCommand('add', (parameters) => addCommand(parameters, console.log));
