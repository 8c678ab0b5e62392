/**
 * SentencePiece's normaliser, `Precompiled` in `tokenizer.json`, as Hugging Face's `tokenizers` (Rust) applies it.
 * `@huggingface/tokenizers` 0.2 takes NFKC instead, which differs in joined emoji, order of marks and control characters.
 */

const LEAF = 1 << 8;
const LABEL = (1 << 31) | 0xff;
const VALUE = 0x7fff_ffff;
/** Limit in bytes of UTF-8; longer graphemes are normalised character by character. */
const LONGEST_GRAPHEME = 5;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * @param charsmap in base64: the size of a double-array trie in bytes, the trie (as Darts-clone has it), and texts that end
 *   with a zero byte; numbers are UINT32, little-endian. Leaves of the trie are places of texts
 * @returns a function that normalises text
 */
export function precompiled(charsmap: string): (text: string) => string {
  const bytes = Buffer.from(charsmap, 'base64');
  const texts = 4 + bytes.readUInt32LE(0);
  const unitAt = (place: number) => bytes.readUInt32LE(4 + 4 * place);
  const replacementOf = (key: string): string | undefined => {
    let place = offsetOf(unitAt(0));
    for (const byte of Buffer.from(key)) {
      place ^= byte;
      const unit = unitAt(place);
      if (byte === 0 || (unit & LABEL) !== byte) return undefined;
      place ^= offsetOf(unit);
      if (unit & LEAF) {
        const start = texts + (unitAt(place) & VALUE);
        return bytes.toString('utf8', start, bytes.indexOf(0, start));
      }
    }
    return undefined;
  };
  return (text) =>
    Array.from(graphemes.segment(text), ({ segment }) => {
      const whole = Buffer.byteLength(segment) <= LONGEST_GRAPHEME ? replacementOf(segment) : undefined;
      return whole ?? Array.from(segment, (character) => replacementOf(character) ?? character).join('');
    }).join('');
}

function offsetOf(unit: number): number {
  return (unit >>> 10) << ((unit & (1 << 9)) >>> 6);
}
