/** Base64 from bytes, in whatever runs JavaScript. */
export function toBase64(bytes: Uint8Array): string {
  if (typeof Buffer !== 'undefined') {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  }
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
