import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EnsemblePredictOptions } from '../../../../../functions/inference/ensemble/ensemble.ts';
import type { Graph } from '../../../../../functions/inference/pipelines/pipeline.ts';
import { textCorrection } from '../../../../../functions/inference/pipelines/text-correction/pipeline.ts';
import type {
  SentencePlace,
  SentencePrediction,
} from '../../../../../functions/inference/pipelines/text-correction/prediction.ts';
import { correctionModel, TINY_CORRECTION } from '../../../../support/correction-model.ts';
import { changeManifest } from '../../../../support/fixtures.ts';
import { ensembleIn } from '../../../support/tiny.ts';
import { value } from '../support.ts';

const ensemble = await ensembleIn(TINY_CORRECTION);

async function predict(hypotheses: string[], options: EnsemblePredictOptions = {}) {
  const prediction = await ensemble.predict({ hypotheses }, options);
  return { ...prediction, output: prediction.output as SentencePrediction };
}

describe('a model of sentences', () => {
  it.each([
    ['is empty', ''],
    ['has nothing that could be changed', '你。\u0000<htr>'],
  ])('responds at once with a sentence that %s', async (_, heard) => {
    const output = { text: heard, confidence: 0, hypothesis: 0, places: [] };
    const milliseconds = expect.any(Object);

    const prediction = await predict([heard, '在見'], { deadline: { millisecondsLeft: -1 } });

    expect(prediction).toEqual({ output, votes: [], decidedAfter: 0, lacking: undefined, milliseconds });
  });

  it('shows each member’s votes for the places, and the result', async () => {
    const { votes, output } = await predict(['Ａ在見']);

    const explained = ensemble.pipeline.explain(votes, output) as {
      members: { name: string; places: SentencePlace[] }[];
    };

    expect(explained).toMatchObject({ text: 'Ａ再見', hypothesis: 0, threshold: 0.8, mean: output.places });
    expect(explained.members.map(({ name }) => name)).toEqual(['first', 'second', 'third']);
    const [first, second, third] = explained.members.map(({ places }) => places[0]!);
    expect(first).toMatchObject({ index: 1, alternatives: [{ text: '再' }, { text: '在' }] });
    const [one, two, three, mean] = [first, second, third, output.places[0]].map(
      (place) => place!.alternatives[0]!.probability,
    );
    expect(mean).toBeCloseTo((one! + two! + three!) / 3, 3);
  });

  it('shortens a long sentence for logs', () => {
    const text = '🙂'.repeat(10_000);

    const { prediction: predicted, confidence } = ensemble.pipeline.summary({ text, confidence: 0.5 });

    expect(predicted.length).toBeLessThan(70);
    expect(predicted.isWellFormed()).toBe(true);
    expect(confidence).toBe(0.5);
  });
});

describe('a model of sentences that cannot be served', () => {
  const tokens = value('tokens', 'INT64', 'n', 'l');
  const candidates = value('candidates', 'INT64', 'n', 'l', 'k');
  const GRAPH: Graph = {
    file: 'member.onnx',
    inputs: [tokens, candidates],
    outputs: [value('probabilities', 'FP32', 'n', 'l', 'k')],
  };
  const mustTake =
    'member.onnx must take INT64 [N, L] as "tokens" and INT64 [N, L, K] as "candidates", of any size, and nothing else, and give ' +
    'FP32 [N, L, K] as "probabilities"; it takes INT64 [n, l] as "tokens", and gives ';
  const single = value('tokens', 'INT64', 1, 'l');
  const narrow = value('tokens', 'INT32', 'n', 'l');
  const mask = value('mask', 'BOOL', 'n', 'l');
  const logits = value('logits', 'FP32', 'n', 'l', 'k');

  it.each<[string, Partial<Graph>, string]>([
    ['lacks an input', { inputs: [tokens] }, mustTake],
    ['takes nothing', { inputs: [] }, 'it takes nothing, and gives '],
    ['takes one sentence at a time', { inputs: [single, candidates] }, 'it takes INT64 [1, l] as "tokens" '],
    ['takes another datatype', { inputs: [narrow, candidates] }, 'it takes INT32 [n, l] as "tokens" and '],
    ['takes something else besides', { inputs: [tokens, candidates, mask] }, ' and BOOL [n, l] as "mask"'],
    ['gives something else', { outputs: [logits] }, ', and gives FP32 [n, l, k] as "logits"'],
  ])('stops at the start if a member %s', async (_, changes, words) => {
    const opened = textCorrection.open({ threshold: 0.9 }, TINY_CORRECTION, [{ ...GRAPH, ...changes }]);

    await expect(opened).rejects.toThrow(words);
  });

  it.each([
    [{ threshold: 1.1 }, 'is wrong: threshold'],
    [{ threshold: undefined }, 'is wrong: threshold'],
    [{ rankPenalty: -1 }, 'is wrong: rankPenalty'],
    [{ maxCharacters: 0 }, 'is wrong: maxCharacters'],
    [{ vocabulary: '../vocabulary.txt' }, 'is wrong: vocabulary'],
    [{ vocabulary: 'words.txt' }, 'words.txt cannot be read'],
    [{ vocabulary: { file: 'first.onnx' } }, 'first.onnx must be text in UTF-8'],
    [{ vocabulary: { file: 'vocabulary.txt', sha256: '0'.repeat(64) } }, 'vocabulary.txt has SHA-256'],
  ])('stops at the start with %j', async (changes, words) => {
    const folder = correctionModel();
    changeManifest(folder, changes);

    await expect(ensembleIn(folder)).rejects.toThrow(words);
  });

  it('stops at the start if the vocabulary is longer than that of the members', async () => {
    const folder = correctionModel();
    await appendFile(path.join(folder, 'vocabulary.txt'), '新\t新\n');
    changeManifest(folder, { vocabulary: 'vocabulary.txt' });

    await expect(ensembleIn(folder)).rejects.toThrow(/\.onnx fails in the warm-up/);
  });

  it.each([
    ['logits', [1, 2, 2], [0.5, 0.5, 3, -2], 'not probabilities: the graph must end in a softmax'],
    ['negative numbers', [1, 2, 2], [0.5, 0.5, 1.2, -0.2], 'not probabilities'],
    ['NaN', [1, 2, 2], [0.5, 0.5, Number.NaN, 0], 'not probabilities'],
    [
      'more candidates',
      [1, 2, 3],
      [0.5, 0.5, 0, 1, 0, 0],
      'member.onnx gives "probabilities" [1, 2, 3] instead of',
    ],
    ['fewer characters', [1, 1, 2], [0.5, 0.5], '[1, 1, 2] instead of [1, 2, 2]'],
  ])('stops at the start where a member gives %s', async (_, shape, values, words) => {
    const { read, check } = await textCorrection.open({ threshold: 0.9 }, TINY_CORRECTION, [GRAPH]);
    const probabilities = { datatype: 'FP32' as const, shape, data: Float32Array.from(values) };
    const candidates = { datatype: 'INT64' as const, shape: [1, 2, 2], data: new BigInt64Array(4) };

    expect(() => check!(read({ probabilities }, 0, { candidates }), 0)).toThrow(words);
  });
});
