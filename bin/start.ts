/** `npm start`: runs the service on this machine. */
import { endInTime } from '../local/command/ending.ts';
import { HELP, readStartOptions } from '../local/command/start-command.ts';
import { printWelcome } from '../local/command/welcome.ts';
import { ignoreClosedOutput } from '../local/process-settings.ts';
import type { RunningService } from '../local/service.ts';
import { announceWaiting } from '../project/announce-waiting.ts';
import { fitHelp } from '../project/fit-columns.ts';
import { runCommand } from '../project/run-command.ts';

await runCommand('start', async (parameters) => {
  const options = await readStartOptions(parameters);
  if (!options) return console.log(fitHelp(HELP));
  ignoreClosedOutput();
  let service: RunningService | undefined;
  endInTime(
    () => {
      // If the service is not ready yet, the processes that it has started end with this process.
      if (!service) process.exit(1);
      console.log('Finishing the requests in flight; Ctrl-C again ends at once.');
      void service.stop();
    },
    () => process.exit(1),
  );
  // The service is imported here, so that --help also runs on a Node without node:sqlite.
  const started = import('../local/service.ts').then(({ startFronts }) => startFronts(options));
  service = await announceWaiting('Loading models and warming them up', started);
  // An uncaught error of one request or timer must not end the service for all models.
  process.on('uncaughtException', service.reportUncaught);
  await printWelcome(service, options.apiKey !== undefined);
});
