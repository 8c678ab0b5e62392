/** A thread that measures only one step of a request. It runs members on decoded samples, or decodes samples. */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { Sample } from '../../functions/inference/contracts/client.ts';
import { Member } from '../../functions/inference/ensemble/member.ts';
import { findModel } from '../../model-repository/find-model.ts';
import { loadLocalModel } from '../../model-repository/local-model.ts';
import { readSamples } from '../../model-repository/request-source.ts';
import type { BareInference, BareWork } from './bare-inference.ts';

/** Number of runs before the measurement, which warm the thread up. */
const WARM_UP_RUNS = 10;

const { work, directory, seconds } = workerData as BareInference;
const { manifest } = await findModel(directory);
const { ensemble, inputOf } = await loadLocalModel({ directory, manifest });
const { pipeline } = ensemble;
// Members are loaded without the ensemble, which would only run those that a response needs. Their outputs are not used.
const members = await Promise.all(
  (work === 'all' ? manifest.members : []).map((entry) => Member.load(directory, entry, 1)),
);
const requests = await Promise.all((await readSamples(directory)).map(decode));
const WORK: Readonly<Record<BareWork, (request: (typeof requests)[number]) => Promise<unknown>>> = {
  async all({ feeds }) {
    for (const [index, member] of members.entries()) {
      for (const part of feeds[index]!) await member.run(part, pipeline.outputsOf(index));
    }
  },
  needed: ({ input, feeds }) => ensemble.run(input, (member) => feeds[member]!),
  decode: async ({ input }) => (await pipeline.decode(input))(0),
};
const run = WORK[work];

/** Returns a sample as the input of the pipeline, and as the inputs of each member. */
async function decode(sample: Sample) {
  const input = inputOf(sample);
  const feeds = await pipeline.decode(input);
  return { input, feeds: await Promise.all(manifest.members.map((_, member) => feeds(member))) };
}

for (let index = 0; index < WARM_UP_RUNS; index += 1) await run(requests[index % requests.length]!);
parentPort?.postMessage('ready');
await once(parentPort!, 'message');

const started = performance.now();
let count = 0;
while (performance.now() - started < seconds * 1000) {
  await run(requests[count % requests.length]!);
  count += 1;
}
parentPort?.postMessage({ requests: count, seconds: (performance.now() - started) / 1000 });
