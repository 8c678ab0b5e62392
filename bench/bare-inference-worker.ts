/** One thread of the ceiling: members on one picture after the other, and nothing else. */
import { parentPort, workerData } from 'node:worker_threads';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { loadEnsemble } from '../functions/inference/ensemble/ensemble.ts';
import type { BareResult, BareTask } from './bare-inference.ts';

const { modelDirectory, files, pixels, grid, seconds, members } = workerData as BareTask;
const predict = members === 'all' ? await allMembers() : await askedMembers();

/** Every member, by ONNX Runtime's own calls. */
async function allMembers(): Promise<(picture: number) => Promise<unknown>> {
  const sessions: InferenceSession[] = [];
  for (const file of files) {
    sessions.push(
      await InferenceSession.create(file, {
        intraOpNumThreads: 1,
        interOpNumThreads: 1,
        executionMode: 'sequential',
        graphOptimizationLevel: 'all',
      }),
    );
  }
  const tensors = pixels.map((data) => new Tensor('uint8', data, [1, grid.height, grid.width, 3]));
  return async (picture) => {
    for (const session of sessions) await session.run({ pixels: tensors[picture] as Tensor });
  };
}

/** As many members as the answer takes. */
async function askedMembers(): Promise<(picture: number) => Promise<unknown>> {
  const ensemble = await loadEnsemble(modelDirectory);
  return (picture) => ensemble.predict(pixels[picture] as Uint8Array);
}

for (let picture = 0; picture < 10; picture += 1) await predict(picture % pixels.length);
parentPort?.postMessage('ready');
await new Promise((resolve) => parentPort?.once('message', resolve));

const cpu = process.threadCpuUsage();
const started = performance.now();
let count = 0;
while (performance.now() - started < seconds * 1000) {
  await predict(count % pixels.length);
  count += 1;
}
const { user, system } = process.threadCpuUsage(cpu);
const result: BareResult = {
  images: count,
  seconds: (performance.now() - started) / 1000,
  cpuMilliseconds: (user + system) / 1000,
};
parentPort?.postMessage(result);
