/** The same rules, written twice: the FastAPI service corrects sentences as ours does, early exit and all. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PythonService, startPythonService } from '../../../bench/peers/python-service.ts';
import type { Sample } from '../../../functions/inference/contracts/client.ts';
import { loadLocalModel } from '../../../model-repository/local-requests.ts';
import { openRequestSource, sendToService } from '../../../model-repository/request-source.ts';
import { Random } from '../../soak/random.ts';
import { findPython } from './find-python.ts';
import { Heard } from './heard.ts';

const REQUESTS = 400;

const { samples, client, directory, manifest } = await openRequestSource({ model: 'asr-correction' });
const { predict } = await loadLocalModel({ directory, manifest });
let theirs: PythonService;
beforeAll(async () => {
  theirs = await startPythonService(await findPython(), directory, 1);
});
afterAll(() => theirs.stop());

/** @returns what ours says, after how many members */
async function correct(sample: Sample) {
  const { reply, votes, decidedAfter = votes.length } = await predict(sample);
  return { reply: reply(), members: decidedAfter };
}

it('says the same of every sentence, however it is sent and however many members that takes', async () => {
  const heard = new Heard(directory, samples, new Random(1));
  const different: unknown[] = [];
  const times = [0, 0, 0];
  for (let request = 0; request < REQUESTS; request += 1) {
    const sample = heard.sample(`request ${request}`);
    const ours = await correct(sample);
    const { reply } = await sendToService(theirs.urls[0]!, client, sample, sample.name);
    times[ours.members]! += 1;
    const predictions = [ours.reply, reply].map((said) =>
      'prediction' in said ? said.prediction : said.error,
    );
    if (predictions[0] !== predictions[1])
      different.push([new TextDecoder().decode(sample.bytes), ...predictions]);
  }

  expect(different).toEqual([]);
  // Not one of these ways would be proved by requests that never take it.
  for (const count of times) expect(count).toBeGreaterThan(0);
});
