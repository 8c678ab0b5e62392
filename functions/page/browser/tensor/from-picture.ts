/** Converts a picture to an input of the shape 1 × 3 × height × width or 1 × height × width × 3. */
import type { TensorInfo } from '../../../inference/model/tensors.ts';

const CHANNELS = 3;
/** Limit of the longer side in pixels, if neither the model nor the user sets a size. */
export const MOST_PIXELS = 640;

/** Red, green, blue and opacity of each pixel, row by row. */
interface Pixels {
  readonly data: ArrayLike<number>;
  readonly width: number;
  readonly height: number;
}

/** Mean and deviation of each channel, for values from 0 to 255. */
type Normalisation = readonly (readonly [mean: number, deviation: number])[];

const same = (mean: number, deviation: number): Normalisation => Array(CHANNELS).fill([mean, deviation]);
const BYTES = '0 to 255';
/** Normalisations that are common in training. The numbers of ImageNet are 255 times torchvision's. */
const NORMALISATIONS: Readonly<Record<string, Normalisation>> = {
  '0 to 1': same(0, 255),
  [BYTES]: same(0, 1),
  '-1 to 1': same(127.5, 127.5),
  'normalised as for ImageNet': [
    [123.675, 58.395],
    [116.28, 57.12],
    [103.53, 57.375],
  ],
};

/** Names of the normalisations that an input can take. */
export function normalisationsOf({ datatype }: TensorInfo): string[] {
  return datatype === 'UINT8' ? [BYTES] : Object.keys(NORMALISATIONS);
}

/** Whether an input looks like a picture. */
export function takesPicture({ datatype, shape }: TensorInfo): boolean {
  const isNumber = datatype === 'UINT8' || datatype.startsWith('FP');
  return isNumber && shape.length === 4 && Math.abs(shape[0]!) === 1 && channelAxis(shape) !== undefined;
}

/** Describes how a picture is converted. */
export function pictureWords({ shape }: TensorInfo): string {
  const sizes = sizeAxes(shape).map((axis) => shape[axis]!);
  const [height, width] = sizes;
  const size = sizes.every((size) => size > 0)
    ? `stretched to ${height} × ${width} pixels (height × width)`
    : `stretched to the height and width above; an empty field stands for the picture’s size, up to ${MOST_PIXELS} pixels`;
  const order = channelAxis(shape) === 1 ? 'channel by channel' : 'pixel by pixel';
  return `A picture is ${size}. Its red, green and blue go ${order}, with values`;
}

/** @param isFirst whether the elements are ordered channel by channel, not pixel by pixel */
export function elementsOf(
  { data, width, height }: Pixels,
  isFirst: boolean,
  normalisation: string,
): number[] {
  const pixels = width * height;
  const channels = NORMALISATIONS[normalisation]!;
  return Array.from({ length: CHANNELS * pixels }, (_, index) => {
    const channel = isFirst ? Math.floor(index / pixels) : index % CHANNELS;
    const pixel = isFirst ? index % pixels : Math.floor(index / CHANNELS);
    const [mean, deviation] = channels[channel]!;
    // Six decimals tell all shades apart, and shorter numbers make the request shorter.
    return Number(((data[4 * pixel + channel]! - mean) / deviation).toFixed(6));
  });
}

export function channelAxis(shape: readonly number[]): number | undefined {
  return [1, 3].find((axis) => shape[axis] === CHANNELS);
}

/** Axes of height and width. */
export function sizeAxes(shape: readonly number[]): number[] {
  return channelAxis(shape) === 1 ? [2, 3] : [1, 2];
}
