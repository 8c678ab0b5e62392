/** A sample of a text model: a text file in UTF-8 with one hypothesis a line, best first. Runs in browsers, too. */
import type { Sample } from './client.ts';

/**
 * The hypotheses of a sample, as they stand there.
 *
 * @throws {TypeError} when it is no text
 */
export function hypothesesOf({ name, mediaType, bytes }: Sample): string[] {
  if (mediaType !== 'text/plain') {
    throw new TypeError(`Sample ${name} must be a text with one hypothesis a line, not ${mediaType}`);
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new TypeError(`Sample ${name} must be a text in UTF-8`);
  }
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}
