/** The command `bench`: measures the service on this machine against bare inference and against other services. */
import { accessSync, constants, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Generator } from '../load-tests/waiting-clients/generator.ts';
import type { ServiceOptions } from '../local/options.ts';
import { startService } from '../local/service.ts';
import { ServiceError } from '../local/service-error.ts';
import { openRequestSource, type RequestSource } from '../model-repository/request-source.ts';
import { fitColumns, fitHelp } from '../project/fit-columns.ts';
import { UsageError } from '../project/usage-error.ts';
import { describeGoals, goalsMet } from './goals.ts';
import { type BenchMeans, describeRun, type Outcome, titleOf } from './mode.ts';
import { type BenchOptions, HELP, type Mode, readOptions } from './options.ts';
import { benchOverload } from './overload.ts';
import { benchPeers } from './peers/compare.ts';
import { benchService } from './service.ts';
import { benchSteps } from './steps.ts';

type Measure = (model: RequestSource, options: BenchOptions, means: BenchMeans) => Promise<Outcome>;

const MODES: Readonly<Record<Mode, Measure>> = {
  service: benchService,
  peers: benchPeers,
  steps: benchSteps,
  overload: benchOverload,
};
/** These modes only run on Linux, because they read CPU times from /proc. */
const LINUX_ONLY: readonly Mode[] = ['service', 'steps'];

/** @returns the exit code: 1 if a goal is missed, else 0 @throws {UsageError | ModelError | ServiceError} */
export async function bench(parameters: readonly string[]): Promise<number> {
  const options = readOptions(parameters);
  if (!options) {
    console.log(fitHelp(HELP));
    return 0;
  }
  const { mode, json } = options;
  if (LINUX_ONLY.includes(mode) && process.platform !== 'linux') {
    throw new ServiceError('this measurement reads /proc, so it needs Linux; --peers and --overload do not');
  }
  const model = await openRequestSource(options);
  if (json !== undefined) requireFolder(json);
  const opened = new AsyncDisposableStack();
  try {
    const { directory } = model;
    const generator = await Generator.start({ model: directory, contract: model.client.contract });
    opened.defer(() => generator.stop());
    const { path: dataDirectory } = opened.use(mkdtempDisposableSync(join(tmpdir(), 'subsecond-bench-')));
    const start = async (further?: ServiceOptions) => {
      const service = await startService({ models: [directory], dataDirectory, port: 0, ...further });
      return opened.adopt(service, () => service.stop());
    };
    const run = describeRun(model);
    const means = { run, dataDirectory, generator, start };
    const { title = titleOf(run), lines, measurements, goals } = await MODES[mode](model, options, means);
    console.log(fitColumns([title, ...lines, ...(goals ? ['', ...describeGoals(goals)] : [])].join('\n')));
    const content = { ...run, ...measurements, goals };
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(content, undefined, 2)}\n`);
    return goals && !goalsMet(goals) ? 1 : 0;
  } finally {
    await opened.disposeAsync();
  }
}

/** Throws before the measurements if their results could not be written, because minutes of work would be lost. */
function requireFolder(json: string): void {
  try {
    accessSync(dirname(resolve(json)), constants.W_OK);
  } catch (error) {
    throw new UsageError(`cannot write --json ${json}: ${(error as Error).message}`);
  }
}
