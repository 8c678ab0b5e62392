/** 500 pairs of texts in many scripts, with hashes of their tokens in Python; see test/fixtures/make-pair-hashes.py. */
import { hash } from 'node:crypto';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openTokenizer } from '../../../../../functions/inference/pipelines/text/tokenizer.ts';
import { folderWith, readFixture } from '../../../../support/fixtures.ts';
import { makeTexts } from '../../../../support/token-texts.ts';

const PAIRS = 500;
const DIGITS = 4;

interface Compared {
  readonly title: string;
  readonly file: string;
  readonly post_processor?: object;
  readonly hashes: string;
}

const { lengths, tokenizers } = readFixture('tokens/pairs.json') as {
  lengths: number[];
  tokenizers: Compared[];
};
const texts = makeTexts().filter((text) => [...text].length < 1000);

it.each(tokenizers)(
  "500 pairs have the tokens and types of Hugging Face's Python library by a tokenizer: $title",
  async ({ file, post_processor, hashes }) => {
    const own = { ...readFixture(file), ...(post_processor && { post_processor }) };
    const folder = folderWith({ 'tokenizer.json': own });
    const encode = await openTokenizer(path.join(folder, 'tokenizer.json'), undefined);

    const encoded = await Promise.all(
      Array.from({ length: PAIRS }, async (_, index) => {
        const pair = [texts[index]!, texts.at(-1 - index)!] as const;
        return { pair, ...(await encode(pair, lengths[index % lengths.length]!)) };
      }),
    );
    const different = encoded.filter(({ ids, types }, index) => {
      const seen = JSON.stringify(ids) + JSON.stringify(types);
      return !hash('sha256', seen).startsWith(hashes.slice(DIGITS * index, DIGITS * (index + 1)));
    });

    expect(different).toEqual([]);
  },
);
