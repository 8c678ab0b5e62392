/** Reads a picture as a tensor. */
import { drawPart, wholeOf } from '../image/pixels.ts';
import { openPicture } from '../image/prepare-picture.ts';
import { channelAxis, elementsOf, MOST_PIXELS, sizeAxes } from './from-picture.ts';

/**
 * Makes a tensor of one picture.
 *
 * @param shape a height or width that is not above zero stands for the picture's own, reduced so that the picture's longer side
 * has at most `MOST_PIXELS`
 * @param normalisation name of the normalisation
 * @throws {Trouble} if the file is too large or cannot be opened
 */
export async function tensorOf(file: File, shape: readonly number[], normalisation: string) {
  const bitmap = await openPicture(file);
  const whole = wholeOf(bitmap);
  const scale = Math.min(1, MOST_PIXELS / Math.max(whole.width, whole.height));
  const [height, width] = sizeAxes(shape).map((axis, index) =>
    shape[axis]! > 0 ? shape[axis]! : Math.round(scale * (index === 0 ? whole.height : whole.width)),
  ) as [number, number];
  const context = drawPart(bitmap, whole, width, height);
  bitmap.close();
  const isFirst = channelAxis(shape) === 1;
  return {
    shape: isFirst ? [1, 3, height, width] : [1, height, width, 3],
    data: elementsOf(context.getImageData(0, 0, width, height), isFirst, normalisation),
  };
}
