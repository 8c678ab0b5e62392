/** What the segments of a JPEG say before its picture is decoded (ITU-T T.81, annex B). */

/** Scans of a file at most: an encoder makes a dozen, and each passes over the whole picture once more. */
export const MAX_SCANS = 100;

const START_OF_SCAN = Buffer.from([0xff, 0xda]);
const SOF0_BASELINE = 0xc0;
const SOS = 0xda;
/** Tables, restart interval, JFIF and comments: nothing that changes what the pixels mean. */
const HARMLESS = new Set([0xc4, 0xdb, 0xdd, 0xe0, 0xfe]);
/** 4:4:4, 4:2:2, 4:2:0, 4:4:0, 4:1:1 and 4:4:1, as sampling factors of Y; those of Cb and Cr are one. */
const LUMINANCE_SAMPLING = new Set([0x11, 0x21, 0x22, 0x12, 0x41, 0x14]);

/** Size of a picture in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Whether a file has more scans than `MAX_SCANS`. Looks for the marker anywhere, be the file damaged or not; coded
 * data never holds it.
 */
export function hasTooManyScans(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let scans = 0;
  let at = file.indexOf(START_OF_SCAN);
  while (at >= 0 && scans <= MAX_SCANS) {
    scans++;
    at = file.indexOf(START_OF_SCAN, at + START_OF_SCAN.length);
  }
  return scans > MAX_SCANS;
}

/**
 * Size of a common JPEG: baseline, one scan, eight bits, grey or YCbCr, with neither a colour profile nor an
 * orientation. Not progressive: libvips refuses some damage between scans that draws no warning in WebAssembly.
 *
 * @returns undefined for any other file, good or damaged
 */
export function readCommonHeader(bytes: Uint8Array): PictureSize | undefined {
  let frame: Uint8Array | undefined;
  // Behind the marker that starts the file.
  let position = 2;
  while (position + 5 <= bytes.length && bytes[position] === 0xff) {
    const marker = bytes[position + 1] as number;
    const end = position + 2 + (((bytes[position + 2] as number) << 8) | (bytes[position + 3] as number));
    const segment = bytes.subarray(position + 4, end);
    if (marker === SOS) return frame && segment[0] === frame[5] ? sizeOf(frame) : undefined;
    if (marker === SOF0_BASELINE) {
      if (frame) return undefined;
      frame = segment;
    } else if (!HARMLESS.has(marker)) return undefined;
    position = end;
  }
  return undefined;
}

/** @param frame precision, height, width, number of components, three bytes for each */
function sizeOf(frame: Uint8Array): PictureSize | undefined {
  const at = (index: number) => frame[index] as number;
  const components = at(5);
  if (at(0) !== 8 || frame.length !== 6 + 3 * components) return undefined;
  if (components !== 1 && components !== 3) return undefined;
  if (components === 3 && !(LUMINANCE_SAMPLING.has(at(7)) && at(10) === 0x11 && at(13) === 0x11)) {
    return undefined;
  }
  return { height: (at(1) << 8) | at(2), width: (at(3) << 8) | at(4) };
}
