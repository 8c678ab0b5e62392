/** The FastAPI service has our service's rules in Python, so both must correct sentences alike, even if ours skips members. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { FASTAPI_DIRECTORY, startPythonService } from '../../../bench/peers/python-service.ts';
import { hypothesesOf } from '../../../functions/inference/contracts/samples.ts';
import { loadLocalModel } from '../../../model-repository/local-model.ts';
import { openRequestSource, sendToService } from '../../../model-repository/request-source.ts';
import { pythonWith } from '../../support/python-with.ts';
import { Random } from '../../support/random.ts';

const REQUESTS = 400;
/** Rare characters. Some are normalised, some are missing from the vocabulary, and some have two code units. */
const ODD = ['Ａ', 'b', 'Ⅷ', '㎏', 'ﬁ', 'ß', 'İ', 'Σ', 'é', '１', '😀', '𠀀', '<', 'の'];
/** More characters than members accept. */
const FAR_TOO_LONG = 600;
const MOST_HYPOTHESES = 10;

const { samples, client, directory, manifest } = await openRequestSource({ model: 'asr-correction' });
const { predict } = await loadLocalModel({ directory, manifest });
const random = new Random(1);
const hypotheses = samples.flatMap(hypothesesOf);
const vocabulary = readFileSync(join(directory, 'vocabulary.txt'), 'utf8').trimEnd().split('\n');
/** Characters that sound alike, by character. */
const alike = new Map(vocabulary.map((line) => line.split('\t') as [string, string]));
const REQUIREMENTS = join(FASTAPI_DIRECTORY, 'requirements.txt');
// The folder is dist/python, because docs/texts.md names this folder.
const python = pythonWith('fastapi, numpy, onnxruntime, PIL, uvicorn', 'python', '-r', REQUIREMENTS);
const theirs = await startPythonService(python, directory, 1);
afterAll(() => theirs.stop());

/** A sentence as a speech recogniser might misunderstand it, sometimes with invalid text. */
function misheard(sentence: string): string {
  if (random.next() < 0.03) return random.pick(['', ' ', '<htr>', 'x', ODD.join('')]);
  if (random.next() < 0.02) return sentence.repeat(Math.ceil(FAR_TOO_LONG / sentence.length));
  const characters = [...sentence].map((character) => {
    if (random.next() < 0.02) return random.pick(ODD);
    return random.next() < 0.15 ? random.pick([...(alike.get(character) ?? character)]) : character;
  });
  if (random.next() < 0.2) characters.splice(random.whole(0, characters.length), 0, ' <htr-1> ', '\u3000');
  return characters.join('');
}

it('The service corrects sentences as FastAPI does, with any number of hypotheses and members', async () => {
  const different: unknown[] = [];
  const times = [0, 0, 0];
  for (let request = 0; request < REQUESTS; request += 1) {
    const sentence = random.pick(hypotheses);
    const several = random.next() < 0.5 ? 1 : random.whole(2, MOST_HYPOTHESES);
    const text = Array.from({ length: several }, () => misheard(sentence)).join('\n');
    const [name, bytes] = [`request ${request}`, Buffer.from(text)];
    const sample = { name, label: undefined, mediaType: 'text/plain', bytes };
    const { reply: ours, votes, decidedAfter = votes.length } = await predict(sample);
    const { reply } = await sendToService(theirs.urls[0]!, client, sample, name);
    times[decidedAfter]! += 1;
    const predictions = [ours(), reply].map((one) => ('prediction' in one ? one.prediction : one.error));
    if (predictions[0] !== predictions[1]) different.push([text, ...predictions]);
  }

  expect(different).toEqual([]);
  // Some responses must be decided without a vote, some after one vote, and some after two, so that the test covers all cases.
  for (const count of times) expect(count).toBeGreaterThan(0);
});
