/** Colours of bytes. */

/** ITU-R BT.601 in 16-bit fixed point; the three add up to one, so grey stays as it is. */
const RED = 19_595;
const GREEN = 38_470;
const BLUE = 7_471;
const HALF = 32_768;

/**
 * Luma of each pixel, rounded: one byte for three.
 *
 * Not libvips' `b-w`, which weighs linear light (pure red gives 127 there and 76 here): models are trained on BT.601,
 * which is what Pillow, OpenCV and TensorFlow make of a picture.
 */
export function toLuma(pixels: Uint8Array): Uint8Array {
  const luma = new Uint8Array(pixels.length / 3);
  for (let at = 0, from = 0; at < luma.length; at++, from += 3) {
    const red = pixels[from] as number;
    const green = pixels[from + 1] as number;
    const blue = pixels[from + 2] as number;
    luma[at] = (RED * red + GREEN * green + BLUE * blue + HALF) >> 16;
  }
  return luma;
}

export function toRgb(grey: Uint8Array): Uint8Array {
  const pixels = new Uint8Array(3 * grey.length);
  for (let at = 0, to = 0; at < grey.length; at++, to += 3) {
    const value = grey[at] as number;
    pixels[to] = value;
    pixels[to + 1] = value;
    pixels[to + 2] = value;
  }
  return pixels;
}
