/** The entropy-coded picture: Huffman symbols to planes of samples (ITU-T T.81, annex F.2). */
import { memoise } from '../memoise.ts';
import type { JpegHeaders } from './headers.ts';
import { BitReader, type HuffmanTable, huffmanTable } from './huffman.ts';
import { inverseDct } from './inverse-dct.ts';

/** Samples of one component, row by row; at least as many as the picture needs. */
export interface Plane {
  readonly samples: Uint8ClampedArray;
  readonly stride: number;
}

/** One of the six blocks of a unit: its component, and where it goes in there. */
interface Block {
  readonly component: number;
  readonly column: number;
  readonly row: number;
}

/** Side of the squares that luminance and both chrominances come in together. */
const UNIT = 16;
/** In the order in which they come. */
const BLOCKS: readonly Block[] = [
  { component: 0, column: 0, row: 0 },
  { component: 0, column: 1, row: 0 },
  { component: 0, column: 0, row: 1 },
  { component: 0, column: 1, row: 1 },
  { component: 1, column: 0, row: 0 },
  { component: 2, column: 0, row: 0 },
];
/** Beyond this a coefficient comes from no encoder: 8-bit samples give at most 1,024. */
const MAX_COEFFICIENT = 2_047;

/** Row order of the coefficients that come in zigzag order. */
const ZIGZAG = Uint8Array.from([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
]);

/**
 * Decodes the scan to the planes Y, Cb and Cr, the latter two at half the size.
 *
 * @returns undefined when the data is damaged, or ends too early or too late
 */
export function decodeScan(bytes: Uint8Array, headers: JpegHeaders): readonly Plane[] | undefined {
  const dc = headers.dc.map((definition) => cachedTable(definition));
  const ac = headers.ac.map((definition) => cachedTable(definition));
  const across = Math.ceil(headers.width / UNIT);
  const down = Math.ceil(headers.height / UNIT);
  const planes = [16, 8, 8].map((side) => ({
    samples: new Uint8ClampedArray(across * down * side * side),
    stride: across * side,
  }));
  const reader = new BitReader(bytes, headers.start);
  const predictions = [0, 0, 0];
  const block = new Int32Array(64);
  for (let unit = 0; unit < across * down; unit++) {
    const [unitColumn, unitRow] = [unit % across, Math.floor(unit / across)];
    for (const { component, column, row } of BLOCKS) {
      const dcTable = dc[component];
      const acTable = ac[component];
      const { samples, stride } = planes[component] as Plane;
      if (!dcTable || !acTable) return undefined;
      block.fill(0);
      const quantisation = headers.quantisation[component] as Uint8Array;
      const value = readBlock(
        reader,
        dcTable,
        acTable,
        quantisation,
        predictions[component] as number,
        block,
      );
      if (value === undefined) return undefined;
      predictions[component] = value;
      const perUnit = component === 0 ? 2 : 1;
      const top = 8 * (unitRow * perUnit + row);
      const left = 8 * (unitColumn * perUnit + column);
      if (!inverseDct(block, samples, top * stride + left, stride)) return undefined;
    }
  }
  const ended = bytes[reader.position] === 0xff && bytes[reader.position + 1] === 0xd9;
  return reader.overrun || !ended ? undefined : planes;
}

/** Reads one block, dequantised. Returns its DC value before that, or undefined when it is damaged. */
function readBlock(
  reader: BitReader,
  dcTable: HuffmanTable,
  acTable: HuffmanTable,
  quantisation: Uint8Array,
  prediction: number,
  block: Int32Array,
): number | undefined {
  const size = reader.symbol(dcTable);
  if (size < 0 || size > 11) return undefined;
  const dc = prediction + (size > 0 ? reader.signed(size) : 0);
  block[0] = dc * (quantisation[0] as number);
  if (Math.abs(block[0]) > MAX_COEFFICIENT) return undefined;
  for (let index = 1; index < 64; index++) {
    const symbol = reader.symbol(acTable);
    const length = symbol & 15;
    if (symbol < 0 || length > 10) return undefined;
    if (length === 0) {
      if (symbol === 0) return dc;
      if (symbol !== 0xf0) return undefined;
      index += 15;
      continue;
    }
    index += symbol >> 4;
    if (index > 63) return undefined;
    const value = reader.signed(length) * (quantisation[index] as number);
    if (Math.abs(value) > MAX_COEFFICIENT) return undefined;
    block[ZIGZAG[index] as number] = value;
  }
  return dc;
}

/** Most files carry the tables of the standard, so the latest few are kept unrolled. */
const MAX_TABLES = 16;

const cachedTable = memoise(
  MAX_TABLES,
  (definition: Uint8Array) =>
    Buffer.from(definition.buffer, definition.byteOffset, definition.length).toString('latin1'),
  huffmanTable,
);
