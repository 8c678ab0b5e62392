/** What members take a picture as, and pixels on their way there. */

/** Size, colour and fit of the decoded picture, as `ensemble.json` gives them. */
export interface PictureFormat {
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  /** Three bytes a pixel (sRGB), or one: its luma (ITU-R BT.601). */
  readonly colour: 'rgb' | 'grey';
  /** Stretch to both sides; fill both and cut off what sticks out; or show the whole picture between bars. */
  readonly fit: 'fill' | 'cover' | 'contain';
  /** `#rrggbb`, behind what is transparent and in the bars of `contain`. */
  readonly background: string;
  /** Width times height of the largest picture that is decoded. @default MAX_INPUT_PIXELS */
  readonly maxPixels?: number;
}

/** Photographs of most telephones. A 31 KB PNG can hold 256 megapixels; 50 of them take up to 0.6 s of CPU time. */
export const MAX_INPUT_PIXELS = 50_000_000;

/** A picture in memory: `height × width × 3` bytes, sRGB, row by row. */
export interface RgbPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}
