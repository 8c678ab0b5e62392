import { flushCompileCache } from 'node:module';
import type { Settings } from '../options.ts';
import { endWithParentOnly, ignoreClosedOutput } from '../process-settings.ts';
import type { FrontCalls, SupervisorCalls } from './messages.ts';

endWithParentOnly();

const [{ createBirpc }, { startFront }, { Incidents }, { ServiceLog }] = await Promise.all([
  import('birpc'),
  import('./front.ts'),
  import('../metrics/incidents.ts'),
  import('../service-log.ts'),
]);

const started = Promise.withResolvers<Awaited<ReturnType<typeof startFront>>>();
started.promise.catch(() => {});

const supervisor = createBirpc<SupervisorCalls, FrontCalls>(
  {
    async start(number, settings) {
      await start(number, settings).then(started.resolve, started.reject);
      setImmediate(flushCompileCache);
      return (await started.promise).example;
    },
    replace: async (model) => (await started.promise).replace(model),
    report: async () => (await started.promise).report(),
    stop: async () => (await started.promise).stop(),
  },
  {
    post: (message) => process.send!(message),
    on: (listener) => process.on('message', listener),
    timeout: -1,
  },
);

async function start(number: number, settings: Settings) {
  const incidents = new Incidents();
  const log = new ServiceLog(settings, incidents);
  ignoreClosedOutput();
  process.on('uncaughtException', (error) => incidents.reportUncaught(error));
  const owner = settings.cache ? supervisor : undefined;
  return startFront({ settings, log, incidents, owner }, number, supervisor.report);
}
