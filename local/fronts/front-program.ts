/** The program of a front process. It ends with its IPC channel, so that it never outlives the supervisor. */
import { flushCompileCache } from 'node:module';
import type { Settings } from '../options.ts';
import { ignoreClosedOutput } from '../process-settings.ts';
import type { FrontCalls, SupervisorCalls } from './messages.ts';

// Ctrl-C reaches every process of a terminal's group, but the supervisor decides when a front ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
if (!process.connected) process.exit();

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
  return startFront({
    settings,
    log,
    incidents,
    front: number,
    owner: settings.cache ? { provide: () => supervisor.provide() } : undefined,
    reportOfAll: () => supervisor.report(),
  });
}
