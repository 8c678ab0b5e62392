/** Text models that do not return labels: entities are judged by their F1, rerankers by their best text. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { evaluateModel } from '../../evaluation/evaluate-model.ts';
import { readOptions } from '../../evaluation/options.ts';
import { entityModel } from '../support/entity-model.ts';
import { writeSamples } from '../support/fixtures.ts';
import { textModel } from '../support/text-model.ts';

const evaluate = async (...parameters: string[]) => {
  const report = await evaluateModel(readOptions([...parameters, '--json'])!);
  return JSON.parse(report);
};

/** In "The train came on time", the model finds `on` as a location and `time` as a person. */
it.each([
  [
    'two of two',
    [
      ['LOC', 15, 17],
      ['PER', 18, 22],
    ],
    { precision: 1, recall: 1, f1: 1 },
  ],
  [
    'one of two, and one of another kind',
    [
      ['LOC', 15, 17],
      ['LOC', 18, 22],
    ],
    { precision: 0.5, recall: 0.5, f1: 0.5 },
  ],
  ['one of one, and one that is none', [['LOC', 15, 17]], { precision: 0.5, recall: 1, f1: 2 / 3 }],
  ['none', [], { precision: 0, recall: 0, f1: 0 }],
] as const)('an entity counts only as a whole: %s', async (_, entities, shares) => {
  const model = entityModel();
  const csv = path.join(model, 'entities.csv');
  const wanted = entities.map(([entity_group, start, end]) => ({ entity_group, start, end }));
  writeFileSync(
    csv,
    `text,entities\nThe train came on time,"${JSON.stringify(wanted).replaceAll('"', '""')}"\n`,
  );

  expect(await evaluate(model, '--csv', csv)).toMatchObject({
    texts: 1,
    found: 2,
    expected: wanted.length,
    ...shares,
  });
});

it('entities need a table, and rows of it entities', async () => {
  const model = entityModel();
  const csv = path.join(model, 'entities.csv');
  writeFileSync(csv, 'text,entities\nThe train,London\n');

  await expect(evaluate(model)).rejects.toThrow(
    'needs --csv FILE with a column "text" and a column "entities"',
  );
  await expect(evaluate(model, '--csv', csv)).rejects.toThrow('row 2 must have entities such as');
});

it('a reranker is right if the labelled text comes first', async () => {
  const model = textModel('ranking');
  const content = JSON.stringify({ query: 'soup', texts: ['', 'What a beautiful morning'] });
  writeSamples(
    path.join(model, 'samples'),
    ['0', '1'].map((label) => ({ file: 'one.json', content, label })),
  );

  expect(await evaluate(model)).toMatchObject({ listed: { judges: { ensemble: { right: 1, samples: 2 } } } });
});
