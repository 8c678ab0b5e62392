/** 2,000 texts in many scripts, with hashes of their tokens in Python; see test/fixtures/make-token-hashes.py. */
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import {
  type BertNormalizer,
  bertNormalizer,
  bertWords,
} from '../../../../../functions/inference/pipelines/text/bert.ts';
import { precompiled } from '../../../../../functions/inference/pipelines/text/precompiled.ts';
import { openTokenizer } from '../../../../../functions/inference/pipelines/text/tokenizer.ts';
import { TINY_TEXT } from '../../../../support/text-model.ts';
import { makeTexts, readFixture, TOKENS } from '../../../../support/token-texts.ts';

const DIGITS = 4;

/** The part of a tokenizer's file that describes its normaliser. */
interface File {
  readonly normalizer: BertNormalizer & { readonly normalizers: readonly { precompiled_charsmap: string }[] };
}
/** Creates a function that splits a text with the library's own parts. */
type PartsOf = (file: File) => (text: string) => string[];

const wordsOf: PartsOf = ({ normalizer }) => {
  const normalize = bertNormalizer(normalizer);
  return (text) => bertWords(normalize(text));
};
const piecesOf: PartsOf = ({ normalizer: { normalizers } }) => {
  const normalize = precompiled(normalizers[0]!.precompiled_charsmap);
  return (text) => [normalize(text).replaceAll('  ', ' ')];
};

it.for<[title: string, name: string, file: string, PartsOf]>([
  [
    "BERT's, of the model that comes along",
    'tiny',
    path.join(TINY_TEXT, 'embedding/tokenizer.json'),
    wordsOf,
  ],
  ["MiniLM's, where it is there", 'minilm', path.resolve('models/minilm/tokenizer.json'), wordsOf],
  ['of bytes, as RoBERTa has it', 'bytes', path.join(TOKENS, 'bytes.json'), () => (text) => [text]],
  ["SentencePiece's, as XLM-RoBERTa has it", 'pieces', path.join(TOKENS, 'pieces.json'), piecesOf],
])(
  "2,000 texts have the tokens of Hugging Face's Python library by a tokenizer %s",
  async ([, name, file, partsOf], { skip }) => {
    skip(!existsSync(file), `there is no ${file}`);
    const { sha256, hashes } = readFixture('hashes.json')[name];
    const encode = await openTokenizer(file, sha256);
    const parts = partsOf(JSON.parse(readFileSync(file, 'utf8')));

    const different = makeTexts().filter((text, index) => {
      const seen = [...parts(text), ...encode(text, Infinity).ids].join(' ');
      return !hash('sha256', seen).startsWith(hashes.slice(DIGITS * index, DIGITS * (index + 1)));
    });

    expect(different).toEqual([]);
  },
);
