/** `npm run soak`: breaks the service at random under load, and counts what is lost. */
import { runCommand } from '../project/run-command.ts';
import { soak } from '../test/soak/command.ts';

await runCommand('soak', soak);
