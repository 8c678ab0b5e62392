import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sample } from '../../functions/inference/contracts/client.ts';
import { quantile } from '../../load-tests/verdict/statistics.ts';
import type { ServiceOptions } from '../../local/options.ts';
import { type Service, startService } from '../../local/service.ts';
import { ServiceError } from '../../local/service-error.ts';
import { programFile } from '../../project/places.ts';
import { askService } from '../../tasks/ask-service.ts';
import type { AskedTask } from '../../tasks/asked-task.ts';

/** Cold starts from spawn to first answer, milliseconds. */
export interface ColdStarts {
  /** The first one ever in a data folder: nothing is in the code cache. */
  readonly first: number;
  /** Median of the following ones. */
  readonly median: number;
  readonly runs: readonly number[];
  /** Where the time goes; medians of further runs with a probe in the environment. */
  readonly parts: {
    /** Spawn until the first line of JavaScript. */
    readonly nodeStart: number;
    /** Runtime client, bundle and native libraries, and the hashes of the members' files. */
    readonly imports: number;
    /** Until the last session is created; members that are ready earlier warm up meanwhile. */
    readonly modelLoad: number;
    /** Last warm-up runs and connection to the table, until the first event is asked for. */
    readonly warmUp: number;
    /** Until the answer is with the client. */
    readonly firstRequest: number;
  };
}

type Marks = Record<'nodeStarted' | 'loadBegan' | 'loadEnded' | 'ready', number>;

/** How a cold start is asked for. */
type Asked = Pick<AskedTask, 'client' | 'samples'>;

/** @param runs measured cold starts, and as many again with the probe */
export async function measureColdStarts(
  options: ServiceOptions,
  asked: Asked,
  runs: number,
): Promise<ColdStarts> {
  const plan = { ...options, port: 0, provisioned: 0, maxConcurrency: 1 };
  const times = await withService(plan, runs + 1, async (service) => (await coldStart(service, asked)).took);
  const client = programFile('local/environments/runtime/runtime-client');
  const probe = join(import.meta.dirname, 'cold-start-probe.ts');
  const probed = { ...plan, runtime: [process.execPath, '--import', probe, client] };
  const [, ...parts] = await withService(probed, runs + 1, (service) => probedColdStart(service, asked));
  const middle = (name: keyof ColdStarts['parts']) => median(parts.map((part) => part[name]));
  return {
    first: times[0] as number,
    median: median(times.slice(1)),
    runs: times.slice(1),
    parts: {
      nodeStart: middle('nodeStart'),
      imports: middle('imports'),
      modelLoad: middle('modelLoad'),
      warmUp: middle('warmUp'),
      firstRequest: middle('firstRequest'),
    },
  };
}

async function withService<T>(
  options: ServiceOptions,
  count: number,
  measure: (service: Service) => Promise<T>,
): Promise<T[]> {
  const service = await startService(options);
  const results: T[] = [];
  try {
    for (let run = 0; run < count; run += 1) {
      results.push(await measure(service));
      const [environment] = service.environments();
      process.kill(environment?.pid as number, 'SIGKILL');
      while (service.environments().length > 0) await delay(10);
    }
  } finally {
    await service.stop();
  }
  return results;
}

/** Asks a service without any environment, which starts one for that. */
async function coldStart(
  service: Service,
  { client, samples }: Asked,
): Promise<{ began: number; took: number; ended: number }> {
  const id = `cold-${process.hrtime.bigint()}`;
  const began = performance.timeOrigin + performance.now();
  const { reply } = await askService(service.url, client, samples[0] as Sample, id);
  if ('error' in reply) throw new ServiceError(`a cold start ended with no answer: ${reply.error}`);
  const ended = performance.timeOrigin + performance.now();
  return { began, ended, took: ended - began };
}

async function probedColdStart(service: Service, asked: Asked): Promise<ColdStarts['parts']> {
  writeFileSync(service.logFile, '');
  const { began, ended } = await coldStart(service, asked);
  const line = readFileSync(service.logFile, 'utf8')
    .split('\n')
    .find((text) => text.startsWith('{"coldStart"'));
  const marks = JSON.parse(line as string).coldStart as Marks;
  return {
    nodeStart: marks.nodeStarted - began,
    imports: marks.loadBegan - marks.nodeStarted,
    modelLoad: marks.loadEnded - marks.loadBegan,
    warmUp: marks.ready - marks.loadEnded,
    firstRequest: ended - marks.ready,
  };
}

function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}
