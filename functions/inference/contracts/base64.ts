/** Base64 (RFC 4648, section 4) that must be exactly that: Node's decoder skips what it does not know. */

/** Bytes that a base64 text of this length stands for, give or take the padding: no need to decode it. */
export function decodedLength(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Math.floor((text.length * 3) / 4) - padding;
}

/**
 * Decodes base64.
 *
 * @returns undefined where the text is not base64: a character outside the alphabet (white space and the
 * URL-safe ones included), missing or superfluous padding, or bits set beyond the last byte
 */
export function decodeBase64(text: string): Buffer<ArrayBuffer> | undefined {
  const bytes = Buffer.from(text, 'base64');
  // Encoding once more is native and takes a fifth of what looking at every character does.
  return bytes.toString('base64') === text ? bytes : undefined;
}
