/** `npm run soak`: breaks the local service at random, and counts what is lost. */
import { runSoak } from '../local/soak/command.ts';
import { HELP, readSoakOptions } from '../local/soak/options.ts';
import { runCommand } from '../project/run-command.ts';

await runCommand('soak', async (parameters) => {
  const options = readSoakOptions(parameters);
  if (options) return (await runSoak(options)) ? 0 : 1;
  console.log(HELP);
});
