import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bertNormalizer } from '../../../../../functions/inference/pipelines/text/bert.ts';
import { openTokenizer } from '../../../../../functions/inference/pipelines/text/tokenizer.ts';
import { TINY_TEXT, textModel } from '../../../../support/text-model.ts';

const FILE = path.join(TINY_TEXT, 'embedding/tokenizer.json');

describe('A tokenizer', () => {
  it('keeps the special tokens on both sides of any text that it cuts', async () => {
    const encode = await openTokenizer(FILE, undefined);
    const [start, end] = encode('', Infinity).ids;

    const texts = fc.string({ unit: 'grapheme', maxLength: 200 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 3, max: 40 }), (text, most) => {
        const { ids, tokens } = encode(text, most);
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

  it.each(['Whitespace', 'WhitespaceSplit'])('treats no space as a word: %s', async (type) => {
    const file = fileOf(JSON.stringify({ ...whole, pre_tokenizer: { type } }));
    const [encode, bert] = [await openTokenizer(file, undefined), await openTokenizer(FILE, undefined)];

    expect(encode('the soup\u2003 is good', Infinity)).toEqual(bert('the soup is good', Infinity));
  });

  it.each([
    ['no JSON', '{'],
    ['another JSON', '{"model": 1}'],
    ['a tokenizer of an unknown type', JSON.stringify({ ...whole, normalizer: { type: 'Odd' } })],
  ])('is refused with the name of its file if that has %s', async (_, content) => {
    const file = fileOf(content);

    await expect(openTokenizer(file, undefined)).rejects.toThrow(`${file} cannot be used as a tokenizer`);
  });
});

describe("BERT's normaliser", () => {
  it('removes accents, except those that the reference keeps', () => {
    const normalize = bertNormalizer({ type: 'BertNormalizer', lowercase: true });

    expect(normalize('e\u0301e\u0897')).toBe('ee\u0897');
  });

  it('keeps case and accents if its file says so', () => {
    const cased = bertNormalizer({ type: 'BertNormalizer', clean_text: true, strip_accents: null });

    expect(cased('É𠀋')).toBe('É𠀋');
  });
});
