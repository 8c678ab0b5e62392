/** Writes baseline JPEGs that sharp's encoder cannot: any sampling, restart markers, any coefficients. */
import { jpegSegment } from './support.ts';

/** What the picture is like; the coefficients come out of `seed`. */
export interface MadeJpeg {
  readonly width: number;
  readonly height: number;
  /** Horizontal and vertical sampling factor of each component: one component is grey, three are Y, Cb and Cr. */
  readonly sampling: readonly (readonly [number, number])[];
  /** Units of blocks between two restart markers; 0 for none. */
  readonly restartInterval: number;
  /** What every coefficient is multiplied with when the file is read, 1 to 255. */
  readonly quantisation: number;
  /** Coefficients besides the first lie within ±1 to ±2^bits - 1. */
  readonly bits: number;
  readonly seed: number;
}

/** AC codes: end of block, then every run of zeros with every size, eight bits each. */
const AC_SYMBOLS = [
  0,
  ...Array.from({ length: 160 }, (_, index) => ((index % 16) << 4) | (1 + (index >> 4))),
];
/** DC codes: sizes 0 to 11, four bits each. */
const DC_SYMBOLS = [...Array(12).keys()];
/** Coefficients that a block has besides the first, at most. */
const MAX_COEFFICIENTS = 6;

export function makeJpeg(picture: MadeJpeg): Buffer {
  const { width, height, sampling, restartInterval, quantisation } = picture;
  const components = sampling.map((_, index) => index + 1);
  const factors = components.flatMap((id, index) => {
    const [across, down] = sampling[index] as readonly [number, number];
    return [id, (across << 4) | down, 0];
  });
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xdb, 0, ...Array(64).fill(quantisation)),
    jpegSegment(0xc0, 8, height >> 8, height & 255, width >> 8, width & 255, components.length, ...factors),
    jpegSegment(0xc4, 0x00, ...lengths(4, DC_SYMBOLS.length), ...DC_SYMBOLS),
    jpegSegment(0xc4, 0x10, ...lengths(8, AC_SYMBOLS.length), ...AC_SYMBOLS),
    jpegSegment(0xdd, restartInterval >> 8, restartInterval & 255),
    jpegSegment(0xda, components.length, ...components.flatMap((id) => [id, 0x00]), 0, 63, 0),
    Buffer.from([...scan(picture), 0xff, 0xd9]),
  ]);
}

/** Codes of one length only, as a table of Huffman codes says it. */
function lengths(bits: number, count: number): number[] {
  return Array.from({ length: 16 }, (_, index) => (index + 1 === bits ? count : 0));
}

function scan(picture: MadeJpeg): number[] {
  const { width, height, sampling, restartInterval, bits: size, seed } = picture;
  const random = seeded(seed);
  // The blocks of a component alone come one by one, whatever its factors say.
  const blocks = sampling.map(([across, down]) => (sampling.length === 1 ? 1 : across * down));
  const side = (axis: 0 | 1) => (sampling.length === 1 ? 8 : 8 * Math.max(...sampling.map((f) => f[axis])));
  const units = Math.ceil(width / side(0)) * Math.ceil(height / side(1));
  const bytes: number[] = [];
  let bits = '';
  for (let unit = 0; unit < units; unit++) {
    if (restartInterval > 0 && unit > 0 && unit % restartInterval === 0) {
      bytes.push(...stuffed(bits), 0xff, 0xd0 + ((unit / restartInterval - 1) % 8));
      bits = '';
    }
    for (const count of blocks) for (let block = 0; block < count; block++) bits += codeBlock(size, random);
  }
  return [...bytes, ...stuffed(bits)];
}

/** One block: the first coefficient differs little from the last block's, so that none drifts out of range. */
function codeBlock(bits: number, random: () => number): string {
  const difference = Math.floor(random() * 17) - 8;
  let code = binary(sizeOf(difference), 4) + magnitude(difference);
  for (let count = Math.floor(random() * (MAX_COEFFICIENTS + 1)); count > 0; count--) {
    const run = Math.floor(random() * 10);
    const value = (1 + Math.floor(random() * (2 ** bits - 1))) * (random() < 0.5 ? 1 : -1);
    code += binary(AC_SYMBOLS.indexOf((run << 4) | sizeOf(value)), 8) + magnitude(value);
  }
  return code + binary(0, 8);
}

const sizeOf = (value: number) => 32 - Math.clz32(Math.abs(value));

/** ITU-T T.81, F.1.2.1: negative numbers are written less one. */
function magnitude(value: number): string {
  const size = sizeOf(value);
  return size === 0 ? '' : binary(value < 0 ? value + 2 ** size - 1 : value, size);
}

const binary = (value: number, digits: number) => value.toString(2).padStart(digits, '0');

/** Bits to bytes, filled up with ones; 0xff is followed by 0. */
function stuffed(bits: string): number[] {
  const whole = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  const bytes = whole.match(/.{8}/g) ?? [];
  return bytes.map((byte) => Number.parseInt(byte, 2)).flatMap((byte) => (byte === 255 ? [255, 0] : [byte]));
}

/** Random numbers that can be had again (Numerical Recipes' linear congruence). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
