import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { decodePixels } from '../functions/inference/image.ts';
import { readPictures } from './pictures.ts';

/** Which members a thread runs: all of them, or only those that an answer takes. */
export type MembersRun = 'all' | 'asked';

/** What one thread is given. */
export interface BareTask {
  readonly members: MembersRun;
  readonly modelDirectory: string;
  readonly files: readonly string[];
  readonly pixels: readonly Uint8Array[];
  readonly grid: { readonly width: number; readonly height: number };
  readonly seconds: number;
}

/** What one thread has done. */
export interface BareResult {
  readonly images: number;
  readonly seconds: number;
  readonly cpuMilliseconds: number;
}

/** onnxruntime-node alone: what this machine could answer if nothing but inference cost anything. */
export interface Ceiling {
  readonly threads: number;
  readonly imagesPerSecond: number;
  readonly cpuMillisecondsPerImage: number;
}

/** Runs members on the samples in one thread per core, decoded pixels in memory. */
export async function measureCeiling(
  modelDirectory: string,
  members: MembersRun,
  seconds: number,
): Promise<Ceiling> {
  const manifest = JSON.parse(readFileSync(join(modelDirectory, 'ensemble.json'), 'utf8'));
  const task: BareTask = {
    members,
    modelDirectory,
    files: manifest.members.map(({ file }: { file: string }) => join(modelDirectory, file)),
    pixels: await Promise.all(readPictures().map((bytes) => decodePixels(bytes, manifest.input))),
    grid: manifest.input,
    seconds,
  };
  const threads = availableParallelism();
  const workers = Array.from({ length: threads }, () => {
    return new Worker(new URL('./bare-inference-worker.ts', import.meta.url), { workerData: task });
  });
  await Promise.all(workers.map((worker) => message(worker)));
  const results = await Promise.all(
    workers.map((worker) => {
      const result = message<BareResult>(worker);
      worker.postMessage('go');
      return result;
    }),
  );
  await Promise.all(workers.map((worker) => worker.terminate()));
  const images = results.reduce((sum, result) => sum + result.images, 0);
  return {
    threads,
    imagesPerSecond: results.reduce((sum, result) => sum + result.images / result.seconds, 0),
    cpuMillisecondsPerImage: results.reduce((sum, result) => sum + result.cpuMilliseconds, 0) / images,
  };
}

function message<T>(worker: Worker): Promise<T> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
