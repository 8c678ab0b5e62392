/** `npm run soak`: breaks the local service at random, and counts what is lost. */
import { ModelError } from '../functions/inference/members/model-error.ts';
import { ServiceError } from '../local/service-error.ts';
import { runSoak } from '../local/soak/command.ts';
import { HELP, readSoakOptions } from '../local/soak/options.ts';
import { TaskError } from '../tasks/find-task.ts';

try {
  const options = readSoakOptions(process.argv.slice(2));
  if (options) process.exitCode = (await runSoak(options)) ? 0 : 1;
  else console.log(HELP);
} catch (error) {
  if (!(error instanceof ServiceError || error instanceof TaskError || error instanceof ModelError))
    throw error;
  console.error(`soak: ${error.message}`);
  process.exitCode = error instanceof ServiceError ? error.exitCode : error instanceof TaskError ? 2 : 1;
}
