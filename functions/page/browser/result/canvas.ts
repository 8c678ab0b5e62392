/** Canvas helpers. */

const JPEG_QUALITY = 0.92;

/** A context to draw on a new canvas of the given size in pixels. */
export function createContext(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('this browser cannot draw on a canvas');
  return context;
}

/** The content of a canvas as a file. @param quality of a JPEG, 0 to 1 */
export function toPicture(
  { canvas }: CanvasRenderingContext2D,
  format: 'jpeg' | 'png' = 'jpeg',
  quality: number = JPEG_QUALITY,
): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error(`this browser cannot write a ${format.toUpperCase()}`));
    canvas.toBlob(done, `image/${format}`, quality);
  });
}
