/** Reads the header of a JPEG (ITU-T T.81, annex B). */
import type { PictureHeader } from './picture-header.ts';

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

const BASELINE = 0xc0;
/** Markers that start a progressive frame, with Huffman or arithmetic coding. */
const PROGRESSIVE = new Set([0xc2, 0xca]);
/** Markers between 0xc0 and 0xcf that start no frame: Huffman tables, extensions, arithmetic conditioning. */
const NO_FRAME = new Set([0xc4, 0xc8, 0xcc]);
/** Segment in which cameras write EXIF, and other programs other data. */
const APP1 = 0xe1;
const EXIF = Buffer.from('Exif\0\0', 'latin1');
const ORIENTATION = 0x0112;
/** Sampling factors of Y in 4:4:4, 4:2:2, 4:2:0, 4:4:0, 4:1:1 and 4:4:1; those of Cb and Cr are 1. */
const LUMINANCE_SAMPLING = new Set([0x11, 0x21, 0x22, 0x12, 0x41, 0x14]);
/** Work in bytes for each coefficient: `SCAN_WORK` for each scan, plus `HELD_WORK` if memory holds all coefficients at once. */
const HELD_WORK = 2;
const SCAN_WORK = 0.25;
/** With more scans, each counts as more work: encoders make a dozen, but a file of 12 KB can have 883 scans of a megapixel. */
const MOST_USUAL_SCANS = 30;
/** Least work for a coefficient that is held until the last scan. `MAX_WORK_BYTES` then allows 160 MB of coefficients. */
const LEAST_HELD_WORK = 4.5;
const INKS = 4;

/** @returns undefined if no decoder would find a picture */
export function readJpegHeader(bytes: Uint8Array): PictureHeader | undefined {
  let frame: ReturnType<typeof readFrame>;
  let isUpright = true;
  for (const [marker, body] of headerSegments(bytes)) {
    if (marker === APP1 && EXIF.equals(body.subarray(0, EXIF.length))) isUpright &&= saysUpright(body);
    if (marker === START_OF_SCAN) {
      if (!frame) return undefined;
      const { width, height, components } = frame;
      const isOneScan = body[0] === components && !frame.isProgressive;
      // Decoding ends after a scan that has the whole picture, so later scans do not count.
      const scans = isOneScan ? 1 : countScans(bytes);
      const held = isOneScan && components < INKS ? 0 : HELD_WORK;
      const work = held + SCAN_WORK * scans * Math.max(1, scans / MOST_USUAL_SCANS);
      const workBytes = frame.coefficients * Math.max(work, isOneScan ? 0 : LEAST_HELD_WORK);
      return { type: 'jpeg', width, height, workBytes, isCommon: isUpright && isOneScan && frame.isCommon };
    }
    if (marker >= BASELINE && marker <= 0xcf && !NO_FRAME.has(marker)) {
      if (frame) return undefined;
      frame = readFrame(marker, body);
      if (!frame) return undefined;
    }
  }
  return undefined;
}

/** @param body precision, height, width, number of components, and three bytes for each component */
function readFrame(marker: number, body: Uint8Array) {
  const at = (index: number) => body[index]!;
  const components = at(5);
  if (body.length !== 6 + 3 * components || components === 0) return undefined;
  const [height, width] = [(at(1) << 8) | at(2), (at(3) << 8) | at(4)];
  if (height === 0 || width === 0) return undefined;
  let [samples, mostAcross, mostDown] = [0, 0, 0];
  for (let component = 0; component < components; component++) {
    const factors = at(7 + 3 * component);
    const [across, down] = [factors >> 4, factors & 15];
    if (across === 0 || down === 0) return undefined;
    samples += across * down;
    mostAcross = Math.max(mostAcross, across);
    mostDown = Math.max(mostDown, down);
  }
  const isGrey = components === 1;
  const isColour = components === 3 && LUMINANCE_SAMPLING.has(at(7)) && at(10) === 0x11 && at(13) === 0x11;
  return {
    width,
    height,
    components,
    coefficients: Math.ceil((width * height * samples) / (mostAcross * mostDown)),
    isProgressive: PROGRESSIVE.has(marker),
    isCommon: marker === BASELINE && at(0) === 8 && (isGrey || isColour),
  };
}

/** Whether EXIF (version 2.32, 4.6) states no orientation, or that the picture is upright. @param body of the segment */
function saysUpright(body: Uint8Array): boolean {
  const tiff = Buffer.from(body.buffer, body.byteOffset, body.length).subarray(EXIF.length);
  if (tiff.length < 8) return true;
  const isLittle = tiff[0] === 0x49;
  const number = (at: number, bytes: number) =>
    isLittle ? tiff.readUIntLE(at, bytes) : tiff.readUIntBE(at, bytes);
  const first = number(4, 4) + 2;
  for (let at = first; at + 12 <= tiff.length && at < first + 12 * number(first - 2, 2); at += 12) {
    if (number(at, 2) === ORIENTATION) return number(at + 8, 2) === 1;
  }
  return true;
}

/** Limit of segments, more than any camera writes. A file of four megabytes could hold a million segments. */
const MAX_SEGMENTS = 1_000;

/** Yields the segments up to and including the start of the first scan; fewer if the file is damaged or has too many. */
function* headerSegments(bytes: Uint8Array): Generator<[marker: number, body: Uint8Array]> {
  // Begins after the marker that starts the file.
  let position = 2;
  for (let count = 0; count < MAX_SEGMENTS && bytes[position] === 0xff; count++) {
    // Any number of fill bytes may precede a marker.
    while (bytes[position + 1] === 0xff) position++;
    if (position + 3 >= bytes.length) return;
    const marker = bytes[position + 1]!;
    const end = position + 2 + ((bytes[position + 2]! << 8) | bytes[position + 3]!);
    if (end > bytes.length) return;
    yield [marker, bytes.subarray(position + 4, end)];
    if (marker === START_OF_SCAN) return;
    position = end;
  }
}

/**
 * Counts the scans of the picture as decoders find them. Scans in other segments (a thumbnail) or after the end of the picture
 * (the film of a motion photo) do not count. A damaged file has the scans that a decoder would reach.
 */
function countScans(bytes: Uint8Array): number {
  let scans = 0;
  // Begins after the file's first marker. Native code (`indexOf`) skips coded data, because that is nearly all of a file.
  for (let at = bytes.indexOf(0xff, 2); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1]!;
    at += 1;
    // Stuffed bytes and restarts within coded data start no segment, nor do fill bytes before a marker.
    if (marker <= 0x01 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8)) continue;
    if (marker === END_OF_IMAGE) break;
    if (marker === START_OF_SCAN) scans += 1;
    at += 1 + Math.max(2, ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0));
  }
  return scans;
}
