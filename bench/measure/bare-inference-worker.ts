/** One thread of the ceiling: members on one decoded sample after the other, or decoding, and nothing else. */
import { parentPort, workerData } from 'node:worker_threads';
import { Member } from '../../functions/inference/ensemble/member.ts';
import { type Kind, type MemberInput, partsOf } from '../../functions/inference/pipelines/kind.ts';
import { findTask } from '../../tasks/find-task.ts';
import { loadLocalTask } from '../../tasks/local-questions.ts';
import { readSamples } from '../../tasks/samples.ts';
import type { BareResult, BareTask } from './bare-inference.ts';

/** A sample as a kind takes it, and as each member does. */
interface Decoded {
  readonly input: unknown;
  readonly feeds: readonly MemberInput[];
}

/** Runs that are not measured. */
const WARM_UP_RUNS = 10;

const { work, directory, seconds } = workerData as BareTask;
const { manifest } = await findTask(directory);
const { ensemble, inputOf } = await loadLocalTask({ directory, manifest }, 1);
const requests = await decodeSamples();
const answer = {
  all: await everyMember(ensemble.kind),
  asked: askedMembers,
  decode: async ({ input }: Decoded) => (await ensemble.kind.decode(input))(0),
}[work];

async function decodeSamples(): Promise<Decoded[]> {
  const samples = await readSamples(directory);
  return Promise.all(
    samples.map(async (sample) => {
      const input = inputOf(sample);
      const feeds = await ensemble.kind.decode(input);
      return { input, feeds: await Promise.all(manifest.members.map((_, member) => feeds(member))) };
    }),
  );
}

/** Every member, by runs that nothing is made of. */
async function everyMember(kind: Kind): Promise<(question: Decoded) => Promise<unknown>> {
  const loaded = await Promise.all(manifest.members.map((entry) => Member.load(directory, entry, 1)));
  return async ({ feeds }) => {
    for (const [index, member] of loaded.entries()) {
      for (const part of partsOf(feeds[index]!)) await member.run(part, kind.outputsOf(index));
    }
  };
}

/** As many members as the response takes. */
function askedMembers({ input, feeds }: Decoded): Promise<unknown> {
  return ensemble.predict(input, (member) => feeds[member]!);
}

for (let run = 0; run < WARM_UP_RUNS; run += 1) await answer(requests[run % requests.length]!);
parentPort?.postMessage('ready');
await new Promise((resolve) => parentPort?.once('message', resolve));

const started = performance.now();
let count = 0;
while (performance.now() - started < seconds * 1000) {
  await answer(requests[count % requests.length]!);
  count += 1;
}
const result: BareResult = { requests: count, seconds: (performance.now() - started) / 1000 };
parentPort?.postMessage(result);
