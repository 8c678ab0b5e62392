import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTokenizer } from '../../../../../functions/inference/pipelines/text/tokenizer.ts';
import { fixture } from '../../../../support/fixtures.ts';
import { textModel } from '../../../../support/text-model.ts';

const FILE = fixture('tiny-text/embedding/tokenizer.json');

describe('A tokenizer', () => {
  it('keeps the special tokens on both sides of any text that it cuts', async () => {
    const encode = await openTokenizer(FILE, undefined);
    const [start, end] = (await encode('', Infinity)).ids;

    const texts = fc.string({ unit: 'grapheme', maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 3, max: 40 }), async (text, most) => {
        const { ids, tokens } = await encode(text, most);
        expect(ids.length).toBe(Math.min(tokens, most));
        expect([ids[0], ids.at(-1)]).toEqual([start, end]);
      }),
    );
  });

  const whole = JSON.parse(readFileSync(FILE, 'utf8'));
  function fileOf(content: string): string {
    const file = path.join(textModel('embedding'), 'tokenizer.json');
    writeFileSync(file, content);
    return file;
  }

  it.each([
    ['no JSON', '{'],
    ['another JSON', '{"model": 1}'],
    ['a tokenizer of an unknown type', JSON.stringify({ ...whole, normalizer: { type: 'Odd' } })],
  ])('is refused with the name of its file if the file has %s', async (_, content) => {
    const file = fileOf(content);

    await expect(openTokenizer(file, undefined)).rejects.toThrow(`${file} cannot be used as a tokenizer`);
  });
});
