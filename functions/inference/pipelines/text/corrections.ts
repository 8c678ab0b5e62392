/**
 * Replaces parts of `@huggingface/tokenizers` 0.2 that differ from Hugging Face's `tokenizers` (Rust, 0.23), with which models
 * are made, or rewrites their rules so that both libraries read them alike.
 */
import { type BertNormalizer, bertNormalizer, bertWords, lowerCase } from './bert.ts';
import { precompiled } from './precompiled.ts';

/** The used part of `tokenizer.json`. */
export interface TokenizerFile {
  readonly normalizer?: Rules | null;
  readonly pre_tokenizer?: Rules | null | undefined;
  readonly post_processor?: Rules | null | undefined;
  readonly decoder?: Rules | null;
  readonly model: {
    readonly continuing_subword_prefix?: string | null;
    readonly end_of_word_suffix?: string | null;
  };
}

export interface Rules {
  readonly type: string;
  readonly precompiled_charsmap?: string;
  readonly add_prefix_space?: boolean;
  readonly use_regex?: boolean;
  readonly trim_offsets?: boolean;
  readonly strip_left?: boolean;
  readonly strip_right?: boolean;
  readonly content?: string;
  readonly replacement?: string;
  readonly prepend_scheme?: string;
  readonly cls?: readonly [token: string, id: number];
  readonly sep?: readonly [token: string, id: number];
  /** Members of a sequence. */
  readonly normalizers?: readonly Rules[];
  readonly pretokenizers?: readonly Rules[];
  readonly processors?: readonly Rules[];
}

export interface Normalizer {
  (text: string): string;
  /** Members of a sequence. */
  readonly normalizers?: readonly Normalizer[];
  /** Pattern of `Replace`. */
  readonly pattern?: RegExp | null;
}

export interface Splitter {
  (text: string, options?: { readonly section_index: number }): string[];
  /** Members of a sequence. */
  readonly tokenizers?: readonly Splitter[];
}

/** The parts that the library makes of a file. */
export interface Parts {
  normalizer: Normalizer | null;
  pre_tokenizer: Splitter | null;
}

/** Patterns for the words of each kind of splitter, because the library's own have the `\s`, `\w` and `\d` of JavaScript. */
const WORDS: Readonly<Record<string, string>> = {
  Whitespace: '\\w+|[^\\w\\s]+',
  WhitespaceSplit: '\\S+',
  ByteLevel: "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+",
};

/** Rewrites the rules of a file so that the library reads them as its reference does. */
export function portable(file: TokenizerFile): TokenizerFile {
  const { pre_tokenizer: words, post_processor: special } = file;
  const portableSpecial =
    special?.type === 'RobertaProcessing' ? { post_processor: robertaTemplate(special) } : {};
  return { ...file, pre_tokenizer: words && portableWords(words), ...portableSpecial };
}

/** A template in which all token types are 0, because the library gives RoBERTa's second text the type 1. */
function robertaTemplate({ cls, sep }: Rules) {
  const special = (token: Rules['cls']) => ({ SpecialToken: { id: token?.[0], type_id: 0 } });
  const text = (id: string) => ({ Sequence: { id, type_id: 0 } });
  const single = [special(cls), text('A'), special(sep)];
  return { type: 'TemplateProcessing', single, pair: [...single, special(sep), text('B'), special(sep)] };
}

function portableWords(words: Rules): Rules {
  if (words.pretokenizers) return { ...words, pretokenizers: words.pretokenizers.map(portableWords) };
  const { type, use_regex = true, add_prefix_space: prefixed } = words;
  const Regex = WORDS[type];
  if (!Regex || !use_regex || (type === 'ByteLevel' && prefixed)) return words;
  const split = { type: 'Split', pattern: { Regex }, behavior: 'Removed', invert: true };
  if (type !== 'ByteLevel') return split;
  return { type: 'Sequence', pretokenizers: [split, { ...words, use_regex: false }] };
}

export function correct(parts: Parts, { normalizer, pre_tokenizer: words }: TokenizerFile): void {
  if (normalizer) parts.normalizer = corrected(parts.normalizer!, normalizer);
  if (words?.type === 'BertPreTokenizer') parts.pre_tokenizer = bertWords;
}

function corrected(normalize: Normalizer, rules: Rules): Normalizer {
  const { type, precompiled_charsmap: charsmap, normalizers } = rules;
  if (type === 'BertNormalizer') return bertNormalizer(rules as BertNormalizer);
  if (type === 'Lowercase') return lowerCase;
  if (type === 'Precompiled' && charsmap) return precompiled(charsmap);
  if (type === 'Strip') return stripper(rules);
  if (!normalizers) return normalize;
  const parts = normalizers.map((part, index) => corrected(normalize.normalizers![index]!, part));
  const all = (text: string) => parts.reduce((done, part) => part(done), text);
  return Object.assign(all, { normalizers: parts });
}

/** Takes off what Rust calls white space: JavaScript's differs in U+0085 and U+FEFF. */
function stripper({ strip_left: left, strip_right: right }: Rules): Normalizer {
  return (text) => {
    const start = left ? text.replace(/^\p{White_Space}+/u, '') : text;
    return right ? start.replace(/\p{White_Space}+$/u, '') : start;
  };
}
