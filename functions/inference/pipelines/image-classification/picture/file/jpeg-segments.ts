/** Segments and scans of a JPEG (ITU-T T.81, annex B). */

export const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** Far more than any camera writes; a file of four megabytes could hold a million. */
const MAX_SEGMENTS = 1_000;

export interface Segment {
  readonly marker: number;
  /** What follows the length. */
  readonly body: Uint8Array;
}

/** Gives each segment in turn, up to the one that starts the first scan; ends before it where the file is damaged. */
export function* headerSegments(bytes: Uint8Array): Generator<Segment> {
  // Behind the marker that starts the file.
  let position = 2;
  for (let count = 0; count < MAX_SEGMENTS && bytes[position] === 0xff; count++) {
    // Any number of these may stand before a marker.
    while (bytes[position + 1] === 0xff) position++;
    if (position + 3 >= bytes.length) return;
    const marker = bytes[position + 1]!;
    const end = position + 2 + ((bytes[position + 2]! << 8) | bytes[position + 3]!);
    if (end > bytes.length) return;
    yield { marker, body: bytes.subarray(position + 4, end) };
    if (marker === START_OF_SCAN) return;
    position = end;
  }
}

/**
 * Scans of the picture, found as decoders find them: what stands in other segments (a thumbnail) or behind the end of the picture
 * (the film of a motion photo) is none of it. A damaged file has those that a decoder would come to.
 */
export function countScans(bytes: Uint8Array): number {
  let scans = 0;
  // Behind the marker that starts the file.
  for (let at = nextMarker(bytes, 2); at !== undefined; at = nextMarker(bytes, at)) {
    const marker = bytes[at + 1]!;
    if (marker === END_OF_IMAGE) break;
    if (marker === START_OF_SCAN) scans += 1;
    at += 2 + Math.max(2, ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
  }
  return scans;
}

/** Where the next marker is that is neither a stuffed byte of coded data nor a restart in it, nor fills up what is before one. */
function nextMarker(bytes: Uint8Array, from: number): number | undefined {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const marker = bytes[at + 1]!;
    if (marker > 0x01 && marker < 0xff && (marker < 0xd0 || marker > 0xd8)) return at;
  }
  return undefined;
}
