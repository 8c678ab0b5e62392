/** The fields of `ensemble.json` about the pictures that members take, for all pipelines of pictures. */
import * as v from 'valibot';
import { Colour, Count, strictFields } from '../../../model/manifest.ts';
import { RESAMPLINGS } from '../resample/taps.ts';

const perChannel = v.union(
  [v.pipe(v.number(), v.finite()), v.pipe(v.array(v.pipe(v.number(), v.finite())), v.minLength(1))],
  'must be a number, or a list with one number for each channel',
);

/** Enough for photographs of most telephones. So many pixels take up to 0.6 s of CPU; a PNG of 31 KB can hold 256 megapixels. */
const MAX_INPUT_PIXELS = 50_000_000;

/** Format of the pictures that members take. Missing fields are taken from the graph, or have the default given here. */
const InputSchema = strictFields({
  /** Name of the graph's input for pictures. @default the only input, apart from a mask */
  name: v.optional(v.string()),
  /** Size in pixels, needed if the graph leaves it open. */
  width: v.optional(Count),
  height: v.optional(Count),
  /** By default `grey` if the graph has one channel or takes a flat row of values, else `rgb`. */
  colour: v.optional(v.picklist(['rgb', 'bgr', 'grey'])),
  /** Order of the dimensions. By default, the position of the channels in the graph decides. */
  layout: v.optional(v.picklist(['nhwc', 'nchw'])),
  /**
   * How a picture of other proportions fills the frame: stretched (`fill`, the default), cropped as by Pillow's `ImageOps.fit`
   * (`cover`), or with bars as by `ImageOps.pad` (`contain`).
   */
  fit: v.optional(v.picklist(['fill', 'cover', 'contain'])),
  /**
   * In place of `fit`: the picture is resized, and its middle of `width` × `height` whole pixels is kept. A number is the
   * length of the shorter side, as in torchvision's `Resize(256)` and Hugging Face's `"size": {"shortest_edge": 256}`; the
   * longer side keeps the proportions, rounded down. An object has both sides, as in `Resize((256, 256))` and
   * `"size": {"height": 256, "width": 256}`. No side may be shorter than the frame's.
   */
  resize: v.optional(
    v.union([Count, strictFields({ width: Count, height: Count })], 'must be a number, or width and height'),
  ),
  /**
   * How half a pixel is rounded if the margins around the cropped middle, or the bars of `contain`, have an odd sum.
   * `even`, the default, rounds as torchvision's `CenterCrop` and Pillow do; `down` rounds as Hugging Face's
   * `center_crop` and Ultralytics' `LetterBox` do.
   */
  crop: v.optional(v.picklist(['even', 'down'])),
  /**
   * Pillow's filter of that name, which except for `nearest` antialiases a picture that shrinks. In the order of `RESAMPLINGS`,
   * Hugging Face's numbers are 0, 4, 2, 3 and 1. Only `inter_linear` is OpenCV's bilinear interpolation, without antialiasing.
   */
  resample: v.optional(v.picklist(RESAMPLINGS), 'bilinear'),
  /** The colour behind transparency, and of the bars. */
  background: v.optional(Colour, '#ffffff'),
  /** A value is `(pixel × scale − mean) / deviation`, with pixels from 0 to 255. The default scale is 1/255, or 1 for UINT8. */
  scale: v.optional(v.pipe(v.number(), v.gtValue(0), v.finite())),
  mean: v.optional(perChannel, 0),
  deviation: v.optional(perChannel, 1),
  /** Width times height of the largest picture that is decoded. */
  maxPixels: v.optional(v.pipe(Count, v.maxValue(200_000_000)), MAX_INPUT_PIXELS),
});

export type InputEntry = v.InferOutput<typeof InputSchema>;

export const PICTURE_FIELDS = { input: v.optional(InputSchema, {}) };

/** Fields that a member may override. */
export const PICTURE_MEMBER_FIELDS = { input: v.optional(v.partial(InputSchema)) };

export interface PictureFields {
  readonly input: InputEntry;
  readonly members: readonly { readonly input?: object | undefined }[];
}
