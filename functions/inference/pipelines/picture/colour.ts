/** Weights of ITU-R BT.601 in 16-bit fixed point. They add up to one, so grey stays unchanged. */
const RED = 19_595;
const GREEN = 38_470;
const BLUE = 7_471;
const HALF = 32_768;

/**
 * Luma of each pixel, rounded: three bytes become one. Models are trained with BT.601, which Pillow, OpenCV and TensorFlow use.
 * libvips' `b-w` weighs linear light instead, so pure red becomes 127 there, but 76 here.
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

/** Converts cyan, magenta, yellow and black to RGB as Pillow does: four bytes become three. */
export function inksToRgb(inks: Uint8Array): Uint8Array {
  const pixels = new Uint8Array((inks.length / 4) * 3);
  for (let at = 0, from = 0; at < pixels.length; at += 3, from += 4) {
    const light = 255 - inks[from + 3]!;
    for (let ink = 0; ink < 3; ink++) {
      const product = inks[from + ink]! * light + 128;
      pixels[at + ink] = Math.max(0, light - (((product >> 8) + product) >> 8));
    }
  }
  return pixels;
}

/** Composes RGBA pixels on a background as Pillow's `alpha_composite` does: four bytes become three. */
export function onBackground(picture: Uint8Array, background: Uint8Array): Uint8Array {
  const pixels = new Uint8Array((picture.length / 4) * 3);
  for (let at = 0, from = 0; at < pixels.length; at += 3, from += 4) {
    const alpha = picture[from + 3]!;
    for (let channel = 0; channel < 3; channel++) {
      const sum = picture[from + channel]! * alpha + background[channel]! * (255 - alpha) + 128;
      pixels[at + channel] = ((sum >> 8) + sum) >> 8;
    }
  }
  return pixels;
}
