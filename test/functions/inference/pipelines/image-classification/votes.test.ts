import { describe, expect, it } from 'vitest';
import {
  combineVotes,
  readMemberOutput,
} from '../../../../../functions/inference/pipelines/image-classification/combine.ts';
import {
  packPredictions,
  unpackPredictions,
} from '../../../../../functions/inference/pipelines/image-classification/prediction.ts';
import { topLabels } from '../../../../../functions/inference/pipelines/shared/labels.ts';
import { requireProbabilities } from '../../../../../functions/inference/pipelines/shared/votes.ts';

const LABELS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const vote = (weight: number, ...probabilities: number[]) => votesOn(weight, probabilities);
const votesOn = (weight: number, ...pictures: number[][]) => {
  const memberOutput = pictures.map((probabilities) => Float32Array.from(probabilities));
  return { name: 'member', weight, milliseconds: 1, batch: 1, memberOutput };
};
const logits = { scores: 'logits' } as const;
const probabilities = { scores: 'probabilities' } as const;

describe('the output of a member', () => {
  it('becomes probabilities if it is logits, however large', () => {
    const data = Float32Array.of(1000, 1000, 999);

    const memberOutput = readMemberOutput({ datatype: 'FP32', shape: [1, 3], data }, logits);

    expect([...memberOutput]).toEqual([0.4223, 0.4223, 0.1554].map((value) => expect.closeTo(value, 4)));
  });

  it('may be given in half precision', () => {
    const data = new Uint16Array(Float16Array.of(0.25, 0.75).buffer);

    const memberOutput = readMemberOutput({ datatype: 'FP16', shape: [1, 2], data }, probabilities);

    expect([...memberOutput]).toEqual([0.25, 0.75]);
  });

  it.each([
    ['logits', [3, -1, 2]],
    ['a list with NaN', [Number.NaN, 0.5, 0.5]],
    ['a list of another length', [0.5, 0.5]],
  ])('is refused at the start if it is %s', (_, values) => {
    const check = () =>
      requireProbabilities(Float32Array.from(values), 3, true, 'member.onnx', 'say "softmax"');

    expect(check).toThrow('member.onnx gives');
  });
});

describe('a response', () => {
  const choice = { labels: LABELS, reject: { label: 'none', threshold: 0.5, together: 1 } };

  it('is the best label of the weighted mean, with a ranking of the five best', () => {
    const votes = [vote(1, 0.6, 0.1, 0.1, 0.1, 0.1, 0, 0), vote(3, 0.1, 0.7, 0.1, 0.05, 0.05, 0, 0)];

    const [output] = combineVotes(votes, 0, choice, false).output;

    expect(output).toMatchObject({ label: 'b', confidence: 0.55, rejected: false, probabilities: undefined });
    expect(output.ranking.map(({ label }) => label)).toEqual(['b', 'a', 'c', 'd', 'e']);
  });

  it('is the reject label below the threshold, and the best label stays in the ranking', () => {
    const [output] = combineVotes([vote(1, 0.4, 0.3, 0.3, 0, 0, 0, 0)], 0, choice, false).output;

    expect(output).toMatchObject({ label: 'none', confidence: 0.4, rejected: true });
    expect(output.ranking[0]).toEqual({ label: 'a', probability: 0.4 });
  });

  it('is a label if as many best labels as `together` says reach the threshold with their sum', () => {
    const together = (count: number) => ({ ...choice, reject: { ...choice.reject, together: count } });
    const split = [vote(1, 0.4, 0.2, 0.1, 0.1, 0.1, 0.1, 0)];
    const [one, two] = [1, 2].map((count) => combineVotes(split, 0, together(count), false).output[0]);

    expect(one).toMatchObject({ label: 'none', rejected: true });
    expect(two).toMatchObject({ label: 'a', rejected: false });
  });

  it('is never computed from a number that is not a probability', () => {
    const votes = [vote(1, ...Array(7).fill(Number.NaN))];

    expect(() => combineVotes(votes, 0, choice, false)).toThrow('not a probability');
  });

  const first = [0.7, 0.1, 0.1, 0.05, 0.05, 0, 0];
  const last = [0, 0.1, 0.1, 0.05, 0.05, 0, 0.7];
  it.each([
    ['without the other labels', [first], false, ['a']],
    ['with every label', [first], true, ['a']],
    ['of several pictures', [first, last], true, ['a', 'g']],
  ])('is the same when it is cached, %s', (_, pictures, everyLabel, labels) => {
    const { output } = combineVotes([votesOn(1, ...pictures)], 0, choice, everyLabel);

    expect(output.map(({ label }) => label)).toEqual(labels);
    expect(unpackPredictions(packPredictions(output))).toEqual(output);
  });
});

it('A ranking equals the beginning of the sorted list', () => {
  const values = Array.from({ length: 800 }, (_, index) => ((index * 7919) % 800) / 800);
  const sorted = values.toSorted((one, other) => other - one).slice(0, 5);

  const ranking = topLabels(values, values.map(String), 5);

  expect(ranking).toEqual(sorted.map((value) => ({ label: String(value), probability: value })));
});
