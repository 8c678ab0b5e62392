/** `npm start`: the service on this machine. */
import type { ServiceOptions } from '../local/options.ts';
import { startService } from '../local/service.ts';
import { ServiceError } from '../local/service-error.ts';
import { HELP, readStartOptions } from '../local/start-command.ts';
import { printWelcome } from '../local/welcome.ts';
import { TaskError } from '../tasks/task-error.ts';

/** Whoever has waited so long is told what for. */
const PATIENCE_MILLISECONDS = 2000;

try {
  const options = await readStartOptions(process.argv.slice(2));
  if (options) await run(options);
  else console.log(HELP);
} catch (error) {
  if (!(error instanceof ServiceError || error instanceof TaskError)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}

async function run(options: ServiceOptions): Promise<void> {
  const began = performance.now();
  const waiting = setInterval(() => {
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.error(`Loading models and warming them up, ${seconds} s …`);
  }, PATIENCE_MILLISECONDS);
  const service = await startService(options).finally(() => clearInterval(waiting));
  await printWelcome(service);
  let interrupted = false;
  const end = () => {
    if (interrupted) process.exit(1);
    interrupted = true;
    console.log('Finishing the requests in flight; Ctrl-C again ends at once.');
    void service.stop();
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}
