/** `npm run bench`: measures the service on this machine. */
import { bench } from '../bench/command.ts';
import { runCommand } from '../project/run-command.ts';

await runCommand('bench', bench);
