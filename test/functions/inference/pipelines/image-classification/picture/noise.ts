import sharp, { type Sharp } from 'sharp';

/** A picture of noise, which uses every code and every coefficient. */
export function noise(width: number, height: number, sigma = 60): Sharp {
  const background = { r: 200, g: 120, b: 60 };
  return sharp({
    create: { width, height, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma } },
  });
}
