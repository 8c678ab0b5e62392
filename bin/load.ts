/** `npm run load`: puts a model under load, and judges whether it meets its objective. */
import { load } from '../load-tests/command/main.ts';
import { runCommand } from '../project/run-command.ts';

await runCommand('load', load);
