/**
 * BERT's normaliser and pre-tokeniser as Hugging Face's `tokenizers` (Rust, 0.23) has them. Those of
 * `@huggingface/tokenizers` 0.2 differ from it in Chinese characters beyond U+FFFF, in final sigma, and in characters that
 * came with Unicode 9 or later, which the tables of the Rust library (`unicode_categories` 0.1.1) do not know.
 */

export interface BertNormalizer {
  readonly type: 'BertNormalizer';
  readonly clean_text?: boolean;
  readonly handle_chinese_chars?: boolean;
  readonly strip_accents?: boolean | null;
  readonly lowercase?: boolean;
}

/** Punctuation, marks and format characters of Unicode 9 or later. Ranges may include characters of other kinds. */
const NEWER =
  '\u061d\u07fd\u0890-\u08e2\u09fd-\u09fe\u0a76\u0afa-\u0aff\u0b55\u0c04-\u0c3c\u0c77\u0c84\u0d00\u0d3b-\u0d3c\u0d81' +
  '\u0eba\u0ece\u180f-\u1886\u1abf-\u1aeb\u1b4e-\u1b4f\u1b7d-\u1b7f\u1df6-\u1dfb\u2e43-\u2e5d\ua82c\ua8c5\ua8ff\ua9bd' +
  '\u{10d24}-\u{10f89}\u{11070}-\u{11074}\u{110c2}-\u{110cd}\u{111c9}\u{111cf}\u{1123e}-\u{11241}\u{1133b}' +
  '\u{113bb}-\u{1145e}\u{11660}-\u{1166c}\u{116b9}\u{1182f}-\u{11fff}\u{12ff1}-\u{1612f}\u{16d6d}-\u{16f4f}' +
  '\u{16fe2}-\u{16fe4}\u{1cf00}-\u{1cf46}\u{1e000}-\u{1e6f5}\u{1e944}-\u{1e95f}';

/** White space is kept, to become spaces. */
const REMOVED = new RegExp(`[\\0\\ufffd[[\\p{Cc}\\p{Cf}\\p{Co}]--[\\t\\n\\r${NEWER}]]]`, 'gv');
const ACCENT = new RegExp(`[\\p{Mn}--[${NEWER}]]`, 'gv');
const CHINESE =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;
/** `\p{White_Space}` is what Rust calls white space; JavaScript's `\s` differs in U+0085 and U+FEFF. */
const WHITE_SPACE = /\p{White_Space}/gu;
const PUNCTUATION = `\\u0021-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u007e[\\p{P}--[${NEWER}]]`;
const WORD = new RegExp(`[${PUNCTUATION}]|[^\\p{White_Space}${PUNCTUATION}]+`, 'gv');

/** @returns a function that normalises text */
export function bertNormalizer(rules: BertNormalizer): (text: string) => string {
  const { clean_text, handle_chinese_chars, lowercase } = rules;
  const stripsAccents = rules.strip_accents ?? lowercase;
  return (text) => {
    let normal = text;
    if (clean_text) normal = normal.replace(REMOVED, '').replace(WHITE_SPACE, ' ');
    if (handle_chinese_chars) normal = normal.replace(CHINESE, ' $& ');
    if (stripsAccents) normal = normal.normalize('NFD').replace(ACCENT, '');
    return lowercase ? lowerCase(normal) : normal;
  };
}

/** Character by character: JavaScript alone has another small letter for a sigma at the end of a word. */
export function lowerCase(text: string): string {
  return text.replaceAll('Σ', 'σ').toLowerCase();
}

/** Words, and each punctuation mark by itself. */
export function bertWords(text: string): string[] {
  return text.match(WORD) ?? [];
}
