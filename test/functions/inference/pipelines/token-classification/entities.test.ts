/** Entities and their offsets as found by `transformers` in Python; see test/fixtures/make-tiny-entities.py. */
import { hash } from 'node:crypto';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Ensemble } from '../../../../../functions/inference/ensemble/ensemble.ts';
import {
  type Entity,
  openPlacingTokenizer,
  STRATEGIES,
  type Strategy,
} from '../../../../../functions/inference/pipelines/token-classification/entities.ts';
import type { TextEntities } from '../../../../../functions/inference/pipelines/token-classification/pipeline.ts';
import { entityModel } from '../../../../support/entity-model.ts';
import { readFixture } from '../../../../support/fixtures.ts';
import { makeTexts } from '../../../../support/token-texts.ts';
import { ensembleIn } from '../../../support/tiny.ts';

/** Number of texts that the test sends in one request. */
const MOST_TEXTS = 100;
const DIGITS = 2;
const TEXTS = makeTexts();
/** The first 100 of the 300 texts whose entities have hashes in hashes.json. */
const SENTENCES = TEXTS.filter((text) => text !== '' && [...text].length < 1000)
  .filter((_, index) => index % 6 === 0)
  .slice(0, MOST_TEXTS);

interface Hashes {
  readonly file: string;
  readonly changes: object;
  readonly places: string;
  readonly entities: Readonly<Record<Strategy, string>>;
}

const HASHES: [name: string, hashes: Hashes][] = Object.entries(readFixture('tiny-entities/hashes.json'));

/** Indexes of the lines that differ from Python's. */
function different(lines: readonly string[], hashes: string): number[] {
  return [...lines.keys()].filter((index) => {
    const expected = hashes.slice(DIGITS * index, DIGITS * (index + 1));
    return hash('sha256', lines[index]!).slice(0, DIGITS) !== expected;
  });
}

async function entitiesOf(ensemble: Ensemble, texts: readonly string[], strategy?: Strategy) {
  const { output } = await ensemble.predict({ texts, strategy });
  return (output as TextEntities).entities;
}

/** Joins adjacent U+FFFD, as test/fixtures/make-tiny-entities.py does. */
function lineOf({ entity, entity_group: group, start, end, index, word }: Entity): string {
  return `${group ?? entity} ${start} ${end} ${index ?? ''} ${word.replace(/\ufffd+/g, '\ufffd')}`;
}

describe.each(HASHES)('A tokenizer like that of %s', (_, { file, changes, places, entities }) => {
  const tokenizer = { ...readFixture(file), ...changes };

  it('has Python’s tokens for 2,000 texts', async () => {
    const folder = entityModel({}, tokenizer);
    const encode = await openPlacingTokenizer(path.join(folder, 'tokenizer.json'), undefined);

    const encoded = await Promise.all(TEXTS.map((text) => encode(text, Infinity)));
    const lines = encoded.map(({ ids, placed }) =>
      placed.flatMap((token, index) => (token ? [`${ids[index]}:${token.span.join('-')}`] : [])).join(' '),
    );

    expect(different(lines, places)).toEqual([]);
  });

  it('finds the entities of 100 sentences as Python does, by every strategy', async () => {
    const ensemble = await ensembleIn(entityModel({ batch: { largest: 8 } }, tokenizer), { concurrency: 64 });

    for (const strategy of STRATEGIES) {
      const given = await entitiesOf(ensemble, SENTENCES, strategy);

      const lines = given.map((list) => list.map(lineOf).join('\n'));
      expect(different(lines, entities[strategy])).toEqual([]);
    }
  });
});

const EXPECTED: readonly ({ readonly text: string } & Readonly<Record<Strategy, readonly Entity[]>>)[] =
  readFixture('tiny-entities/expected.json');

const NAMES = EXPECTED[1]!;
const TWO = [
  { name: 'one', file: 'model.onnx' },
  { name: 'other', file: 'model.onnx', weight: 3 },
];

describe('Entities', () => {
  it('have the scores that Python gives, of one member and as a mean of several', async () => {
    for (const members of [TWO.slice(0, 1), TWO]) {
      const ensemble = await ensembleIn(entityModel({ members, aggregation: 'average' }));

      const [given] = await entitiesOf(ensemble, [NAMES.text]);

      expect(given).toEqual(
        NAMES.average.map((entity) => ({ ...entity, score: expect.closeTo(entity.score, 5) })),
      );
    }
  });

  it('come from the beginning of a text that is too long, which the response reports', async () => {
    const ensemble = await ensembleIn(entityModel({ maxTokens: 4 }));

    const { output } = await ensemble.predict({ texts: [NAMES.text] });

    expect(output).toMatchObject({ tokens: [4], truncated: [0] });
  });

  it('need members with one tokenizer, whose output has a score for each label', async () => {
    const apart = entityModel({ members: [TWO[0], { ...TWO[1], maxTokens: 64 }] });
    const labels = entityModel({ labels: { file: 'tokenizer.json' } });

    await expect(ensembleIn(apart)).rejects.toThrow('they must share one tokenizer and one "maxTokens"');
    await expect(ensembleIn(labels)).rejects.toThrow('gives 5 scores for 1 labels');
  });
});
