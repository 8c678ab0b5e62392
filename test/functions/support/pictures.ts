import sharp, { type Color, type Sharp } from 'sharp';

export const RED = { r: 250, g: 10, b: 10 };
export const GREEN = { r: 10, g: 250, b: 10 };
/** Too dark for the tiny ensemble to be confident. */
export const DARK = { r: 10, g: 10, b: 10 };

/** A picture of one colour. */
export function plain(background: Color, width = 12, height = 12): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** A JPEG of one colour, in base64. */
export async function jpegOf(background: Color): Promise<string> {
  return (await plain(background).jpeg().toBuffer()).toString('base64');
}

/** A picture of noise, which uses every code and coefficient of JPEG. */
export function noise(width: number, height: number, sigma = 60): Sharp {
  const background = { r: 200, g: 120, b: 60 };
  return sharp({
    create: { width, height, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma } },
  });
}
