/** The segments before the picture itself (ITU-T T.81, annex B). */

/** What it takes to decode the one scan of a plain JPEG. Component order: Y, Cb, Cr. */
export interface JpegHeaders {
  readonly width: number;
  readonly height: number;
  /** Quantisation table of each component, in zigzag order. */
  readonly quantisation: readonly Uint8Array[];
  /** Code lengths and symbols of each component's Huffman tables, as the file gives them. */
  readonly dc: readonly Uint8Array[];
  readonly ac: readonly Uint8Array[];
  /** Where the entropy-coded data starts. */
  readonly start: number;
}

const SOF0 = 0xc0;
const DHT = 0xc4;
const SOI = 0xd8;
const SOS = 0xda;
const DQT = 0xdb;
const APP0 = 0xe0;
const COMMENT = 0xfe;
const MAX_DC_SIZE = 15;
/** Precision 8; three components 1, 2, 3; luminance sampled twice as often both ways: 4:2:0. */
const SAMPLING = [0x22, 0x11, 0x11];

/**
 * Reads the headers of a baseline 4:2:0 YCbCr file of one scan: what cameras, browsers and forms produce.
 *
 * @returns undefined for any other file, be it of another kind or damaged
 */
export function readHeaders(bytes: Uint8Array): JpegHeaders | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return undefined;
  const tables: Record<number, Uint8Array> = {};
  const quantisation: Uint8Array[] = [];
  let frame: Uint8Array | undefined;
  let position = 2;
  while (position + 4 <= bytes.length) {
    if (bytes[position] !== 0xff) return undefined;
    const marker = bytes[position + 1];
    const end = position + 2 + ((bytes[position + 2] as number) << 8) + (bytes[position + 3] as number);
    if (end > bytes.length) return undefined;
    const segment = bytes.subarray(position + 4, end);
    if (marker === DQT && !readQuantisation(segment, quantisation)) return undefined;
    else if (marker === DHT && !readHuffman(segment, tables)) return undefined;
    else if (marker === SOF0 && frame) return undefined;
    else if (marker === SOF0) frame = segment;
    else if (marker === SOS) {
      return frame ? assemble(frame, segment, quantisation, tables, end) : undefined;
    } else if (marker !== APP0 && marker !== COMMENT && marker !== DQT && marker !== DHT) return undefined;
    position = end;
  }
  return undefined;
}

function readQuantisation(segment: Uint8Array, tables: Uint8Array[]): boolean {
  for (let position = 0; position < segment.length; position += 65) {
    const id = segment[position] as number;
    if (id > 3 || position + 65 > segment.length) return false;
    tables[id] = segment.subarray(position + 1, position + 65);
  }
  return true;
}

function readHuffman(segment: Uint8Array, tables: Record<number, Uint8Array>): boolean {
  let position = 0;
  while (position + 17 <= segment.length) {
    const id = segment[position] as number;
    let symbols = 0;
    for (let length = 1; length <= 16; length++) symbols += segment[position + length] as number;
    const end = position + 17 + symbols;
    if (symbols > 256 || end > segment.length || (id & 0xef) > 3) return false;
    if (id < 0x10 && segment.subarray(position + 17, end).some((size) => size > MAX_DC_SIZE)) return false;
    tables[id] = segment.subarray(position + 1, end);
    position = end;
  }
  return position === segment.length;
}

function assemble(
  frame: Uint8Array,
  scan: Uint8Array,
  tables: readonly Uint8Array[],
  huffman: Readonly<Record<number, Uint8Array>>,
  start: number,
): JpegHeaders | undefined {
  const at = (index: number) => frame[index] as number;
  const plainFrame = frame.length === 15 && at(0) === 8 && at(5) === 3;
  const plainScan = scan.length === 10 && scan[0] === 3 && scan[7] === 0 && scan[8] === 63 && scan[9] === 0;
  if (!plainFrame || !plainScan) return undefined;
  const quantisation: Uint8Array[] = [];
  const dc: Uint8Array[] = [];
  const ac: Uint8Array[] = [];
  for (const component of [0, 1, 2]) {
    const selectors = scan[2 + 2 * component] as number;
    const table = tables[at(8 + 3 * component)];
    const dcTable = huffman[selectors >> 4];
    const acTable = huffman[0x10 | (selectors & 15)];
    const known = at(6 + 3 * component) === component + 1 && scan[1 + 2 * component] === component + 1;
    if (!known || at(7 + 3 * component) !== SAMPLING[component] || !table || !dcTable || !acTable)
      return undefined;
    quantisation.push(table);
    dc.push(dcTable);
    ac.push(acTable);
  }
  return { height: (at(1) << 8) | at(2), width: (at(3) << 8) | at(4), quantisation, dc, ac, start };
}
