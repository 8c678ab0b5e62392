/**
 * What DynamoDB's client costs the function: size of the bundle, cold start, CPU of a request's calls.
 * `node test/lambda/store-cost.ts digits handwriting`, on a machine that does nothing else.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import type { Plugin } from 'esbuild';
import { bundleFunction } from '../../functions/bundle.ts';
import { openDynamoStore } from '../../functions/inference/cache/dynamodb-store.ts';
import { processEnvironment } from '../../functions/process-environment.ts';
import { projectDirectory } from '../../project/places.ts';
import { startTable } from '../functions/support/dynamodb.ts';

const STARTS = 15;
const CALLS = 3000;

/** A bundle without the client, and so without a table. */
const withoutClient: Plugin = {
  name: 'without-client',
  setup({ onLoad }) {
    onLoad({ filter: /dynamodb-store\.ts$/ }, () => ({
      contents: 'export const openDynamoStore = undefined;',
    }));
  },
};

if (isMainThread) {
  await measure(process.argv.slice(2));
} else {
  // A thread of its own, so that the table's CPU is not counted.
  parentPort?.postMessage((await startTable()).environment);
}

async function measure(models: readonly string[]): Promise<void> {
  const table = new Worker(new URL(import.meta.url));
  const environment = await new Promise<NodeJS.ProcessEnv>((resolve) => table.once('message', resolve));
  await measureCalls(environment);
  // Beside the repository's node_modules, where the native packages are found.
  const folder = mkdtempSync(join(projectDirectory, 'node_modules', '.bundle-'));
  try {
    const bare = await bundleFunction(join(folder, 'bare'), [withoutClient]);
    const whole = await bundleFunction(join(folder, 'whole'));
    console.log(`bundle: ${bare.bytes} bytes without the client, ${whole.bytes} with it`);
    for (const model of models) measureStarts(model, folder, bare.file, whole.file, environment);
  } finally {
    rmSync(folder, { recursive: true });
    await table.terminate();
  }
}

/** In turns, with a compile cache that the first of each has filled. */
function measureStarts(
  model: string,
  folder: string,
  bare: string,
  whole: string,
  table: NodeJS.ProcessEnv,
): void {
  const shared = {
    PATH: process.env.PATH,
    ...processEnvironment,
    NODE_COMPILE_CACHE: join(folder, 'cache'),
    MODEL_DIRECTORY: join(projectDirectory, 'models', model),
  };
  const start = (file: string, variables: NodeJS.ProcessEnv) => {
    const script = `await import(${JSON.stringify(file)}); console.log('\\n' + performance.now()); setImmediate(() => process.exit());`;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      env: { ...shared, ...variables },
      encoding: 'utf8',
    });
    return Number(output.trim().split('\n').at(-1));
  };
  const milliseconds: [number[], number[]] = [[], []];
  for (let turn = -1; turn < STARTS; turn += 1) {
    const both = [start(bare, {}), start(whole, table)];
    if (turn >= 0) for (const [at, one] of both.entries()) milliseconds[at]?.push(one);
  }
  const [without, wanted] = milliseconds.map((all) => median(all).toFixed(0));
  console.log(`cold start, ${model}: ${without} ms without the client, ${wanted} ms with a table`);
}

/** Median of the means of five rounds, after one that warms up, in milliseconds of this thread's CPU. */
async function measureCalls(environment: NodeJS.ProcessEnv): Promise<void> {
  const { store } = openDynamoStore(environment.TABLE_NAME!, environment, 1);
  const now = Math.floor(Date.now() / 1000);
  const entry = (key: string) => ({
    key,
    response: '永',
    version: '1',
    digest: 'a'.repeat(64),
    time: Date.now(),
    expires: now + 86_400,
  });
  const calls: Readonly<Record<string, (serial: number) => Promise<unknown>>> = {
    store: (serial) => store.putIfAbsent(entry(`digits ${serial}`), now, AbortSignal.timeout(1000)),
    hit: (serial) => store.get(`digits ${serial}`, AbortSignal.timeout(1000)),
    miss: (serial) => store.get(`another ${serial}`, AbortSignal.timeout(1000)),
  };
  for (const [name, call] of Object.entries(calls)) {
    const rounds: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const began = process.threadCpuUsage();
      for (let serial = 0; serial < CALLS / 6; serial += 1) await call(round * CALLS + serial);
      const { user, system } = process.threadCpuUsage(began);
      rounds.push((user + system) / (CALLS / 6) / 1000);
    }
    console.log(`${name}: ${median(rounds.slice(1)).toFixed(2)} ms of CPU`);
  }
  store.close();
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
