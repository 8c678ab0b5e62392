/** The format in which members take a picture, and the place of a picture in it. */
import type { PictureSize } from './file/picture-header.ts';
import type { InputEntry } from './input/input-schema.ts';
import type { Placing } from './resample/resample.ts';
import type { Axis } from './resample/taps.ts';

/** How members take a picture. Most fields are those of `input` in `ensemble.json`. */
export interface PictureFormat
  extends PictureSize,
    Readonly<Pick<InputEntry, 'resize' | 'crop' | 'resample' | 'background' | 'maxPixels'>> {
  /** `rgb` has three bytes per pixel. `grey` has one byte per pixel, the luma (ITU-R BT.601). */
  readonly colour: 'rgb' | 'grey';
  readonly fit: NonNullable<InputEntry['fit']>;
}

/** How each side of a picture is resampled, without the bars of `contain`. */
export function placeOf(size: PictureSize, format: PictureFormat): Placing {
  const { resize, fit, resample: resampling } = format;
  if (resize !== undefined) return { ...cropped(size, resizedSize(size, resize), format), resampling };
  if (fit === 'cover') return { ...covering(size, format), resampling };
  const { width, height } = fit === 'fill' ? format : containedSize(size, format);
  return { columns: stretched(size.width, width), rows: stretched(size.height, height), resampling };
}

function stretched(from: number, to: number): Axis {
  return { from, start: 0, length: from, resized: to, first: 0, kept: to };
}

/** The size of a picture within a frame, as by Pillow's `ImageOps.contain`. */
function containedSize({ width, height }: PictureSize, frame: PictureSize): PictureSize {
  const isWider = width / height > frame.width / frame.height;
  return isWider
    ? { width: frame.width, height: Math.max(1, roundHalfToEven((height / width) * frame.width)) }
    : { width: Math.max(1, roundHalfToEven((width / height) * frame.height)), height: frame.height };
}

/** Crops both ends alike, in fractions of pixels, as Pillow's `ImageOps.fit` does. */
function covering({ width, height }: PictureSize, frame: PictureSize) {
  const ratio = frame.width / frame.height;
  const isWider = width / height > ratio;
  const cutWidth = isWider ? ratio * height : width;
  const cutHeight = isWider ? height : width / ratio;
  return {
    columns: middle(width, cutWidth, frame.width),
    rows: middle(height, cutHeight, frame.height),
  };
}

/** The middle part of a side. Its edges are rounded to 32-bit floats, as in Pillow. */
function middle(from: number, length: number, to: number): Axis {
  const left = (from - length) / 2;
  const start = Math.fround(left);
  const end = Math.min(from, Math.fround(left + length));
  return { from, start, length: Math.fround(end - start), resized: to, first: 0, kept: to };
}

/** The size before the crop, rounded as by torchvision's `Resize` and Hugging Face's `shortest_edge`. */
function resizedSize(
  { width, height }: PictureSize,
  resize: NonNullable<PictureFormat['resize']>,
): PictureSize {
  if (typeof resize !== 'number') return resize;
  return width <= height
    ? { width: resize, height: Math.trunc((resize * height) / width) }
    : { width: Math.trunc((resize * width) / height), height: resize };
}

function cropped(size: PictureSize, resized: PictureSize, frame: PictureFormat) {
  const axis = (side: 'width' | 'height'): Axis => {
    const first = marginOf(resized[side] - frame[side], frame);
    return { ...stretched(size[side], resized[side]), first, kept: frame[side] };
  };
  return { columns: axis('width'), rows: axis('height') };
}

/** Number of pixels before the middle part of a side, if `difference` pixels lie before and after that part together. */
export function marginOf(difference: number, { crop }: PictureFormat): number {
  return crop === 'down' ? Math.floor(difference / 2) : roundHalfToEven(difference / 2);
}

/** Puts a picture that is smaller than its format in the middle of a background. */
export function addBars(
  pixels: Uint8Array,
  { width, height }: PictureSize,
  format: PictureFormat,
): Uint8Array {
  if (width === format.width && height === format.height) return pixels;
  const padded = Buffer.alloc(3 * format.width * format.height, format.background.slice(1), 'hex');
  const left = marginOf(format.width - width, format);
  const top = marginOf(format.height - height, format);
  for (let row = 0; row < height; row++) {
    const line = pixels.subarray(3 * row * width, 3 * (row + 1) * width);
    padded.set(line, 3 * ((top + row) * format.width + left));
  }
  return padded;
}

/** Rounds as Python does. */
function roundHalfToEven(value: number): number {
  const below = Math.floor(value);
  const isHalf = value - below === 0.5;
  return isHalf ? below + (below & 1) : Math.round(value);
}
