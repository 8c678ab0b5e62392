/** Chunks of a PNG (ISO/IEC 15948, section 5), none of them checked. */

export const PNG_SIGNATURE: Buffer = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Length, type and checksum around the data of a chunk. */
export const CHUNK_BYTES = 12;

/** Texts that may be deflated: 8 KB of them unfold to 8 MB, and a file may hold hundreds. */
const COMPRESSED_TEXTS: ReadonlySet<number> = new Set(
  ['zTXt', 'iTXt'].map((type) => Buffer.from(type, 'latin1').readUInt32BE()),
);

/** The same file without its compressed texts, which libpng would unfold whatever they take. */
export function withoutCompressedTexts(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const kept: Buffer[] = [];
  let keptUntil = 0;
  let position = PNG_SIGNATURE.length;
  while (position + CHUNK_BYTES <= file.length) {
    const end = position + CHUNK_BYTES + file.readUInt32BE(position);
    if (COMPRESSED_TEXTS.has(file.readUInt32BE(position + 4))) {
      if (position > keptUntil) kept.push(file.subarray(keptUntil, position));
      keptUntil = end;
    }
    position = end;
  }
  return keptUntil === 0 ? bytes : Buffer.concat([...kept, file.subarray(keptUntil)]);
}
