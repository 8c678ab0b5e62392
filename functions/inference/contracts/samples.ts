/** Media types and texts of sample files. Runs in browsers, too. */
import type { Sample } from './client.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  json: 'application/json',
  txt: 'text/plain',
};

export function mediaTypeOf(file: string): string {
  const ending = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
  return MEDIA_TYPES[ending] ?? 'application/octet-stream';
}

/** The text of a sample, without a line break at its end. @throws {TypeError} if the sample is not a text in UTF-8 */
export function textOf({ name, mediaType, bytes }: Sample): string {
  if (mediaType !== 'text/plain') {
    throw new TypeError(`Sample ${name} must be a text with one hypothesis per line, not ${mediaType}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/, '');
  } catch {
    throw new TypeError(`Sample ${name} must be a text in UTF-8`);
  }
}

/** The hypotheses of a sample, one per line, best first. @throws {TypeError} if the sample is not a text */
export function hypothesesOf(sample: Sample): string[] {
  return textOf(sample).split(/\r?\n/);
}

const WHITE_SPACE = /\p{White_Space}+/u;

/** A marker such as `<htr>`, by which a recogniser describes the recording. It stands for no spoken word. */
const MARKER = /^<[\p{L}\p{N}_-]+>$/u;

/**
 * The sentences of several hypotheses in their order, without white space and markers. Duplicates and empty sentences are left
 * out. If no sentence is left, the result is one empty sentence.
 */
export function normalizeTranscripts(hypotheses: readonly string[]): [string, ...string[]] {
  const sentences = hypotheses.map((hypothesis) => {
    const words = hypothesis.split(WHITE_SPACE);
    return words.filter((word) => !MARKER.test(word)).join('');
  });
  const [first = '', ...others] = new Set(sentences.filter((sentence) => sentence !== ''));
  return [first, ...others];
}
