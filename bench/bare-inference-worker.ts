/** One thread of the ceiling: the members on one picture after the other, and nothing else. */
import { parentPort, workerData } from 'node:worker_threads';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { BareResult, BareTask } from './bare-inference.ts';

const { files, pixels, grid, seconds } = workerData as BareTask;
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

async function predict(tensor: Tensor): Promise<void> {
  for (const session of sessions) await session.run({ pixels: tensor });
}

for (const tensor of tensors.slice(0, 10)) await predict(tensor);
parentPort?.postMessage('ready');
await new Promise((resolve) => parentPort?.once('message', resolve));

const cpu = process.threadCpuUsage();
const started = performance.now();
let count = 0;
while (performance.now() - started < seconds * 1000) {
  await predict(tensors[count % tensors.length] as Tensor);
  count += 1;
}
const { user, system } = process.threadCpuUsage(cpu);
const result: BareResult = {
  images: count,
  seconds: (performance.now() - started) / 1000,
  cpuMilliseconds: (user + system) / 1000,
};
parentPort?.postMessage(result);
