/** Segments of a JPEG before its first scan (ITU-T T.81, annex B). */

export const START_OF_SCAN = 0xda;

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
