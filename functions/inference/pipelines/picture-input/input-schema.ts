/** What `ensemble.json` says of how members take pictures, whatever they make of them. */
import * as v from 'valibot';
import { Colour, Count } from '../../model/manifest.ts';
import { MAX_INPUT_PIXELS } from '../picture/format.ts';
import { RESAMPLINGS } from '../picture/resample/taps.ts';

const perChannel = v.union(
  [v.pipe(v.number(), v.finite()), v.pipe(v.array(v.pipe(v.number(), v.finite())), v.minLength(1))],
  'a number, or one for each channel',
);

/** How a member takes pictures. What is left out is taken from its graph, or has the default that is given here. */
const InputSchema = v.strictObject({
  /** Name of the graph's input, where it has several. */
  name: v.optional(v.string()),
  /** Pixels, where the graph leaves them open. */
  width: v.optional(Count),
  height: v.optional(Count),
  /** By default `grey` where the graph takes one channel, else `rgb`. */
  colour: v.optional(v.picklist(['rgb', 'bgr', 'grey'])),
  /** Order of the values in memory. By default where the graph's dimensions have the channels. */
  layout: v.optional(v.picklist(['nhwc', 'nchw'])),
  /**
   * How a picture of other proportions comes into the frame: stretched (`fill`, the default), cut as Pillow's `ImageOps.fit` does it
   * (`cover`), or with bars as `ImageOps.pad` has them (`contain`).
   */
  fit: v.optional(v.picklist(['fill', 'cover', 'contain'])),
  /**
   * In place of `fit`: the picture is resized, and the middle `width` × `height` of it is cropped, in whole pixels as torchvision's
   * `CenterCrop` does it. A number is the length of its shorter side: torchvision's `Resize(256)`, Hugging Face's
   * `"size": {"shortest_edge": 256}`; the longer side follows in proportion, rounded down. Two are both of its sides, whatever its
   * proportions: `Resize((256, 256))`, `"size": {"height": 256, "width": 256}`. No side is shorter than the frame's.
   */
  resize: v.optional(
    v.union([Count, v.strictObject({ width: Count, height: Count })], 'a number, or width and height'),
  ),
  /** Pillow's filter of that name, which reduces with antialiasing (Hugging Face's numbers: 0, 4, 2, 3, 1). */
  resample: v.optional(v.picklist(RESAMPLINGS), 'bilinear'),
  /** What shows through transparency, and the colour of the bars. */
  background: v.optional(Colour, '#ffffff'),
  /** A value is `(pixel × scale − mean) / deviation`, with pixels from 0 to 255. By default 1/255, or 1 for UINT8. */
  scale: v.optional(v.pipe(v.number(), v.gtValue(0), v.finite())),
  mean: v.optional(perChannel, 0),
  deviation: v.optional(perChannel, 1),
  /** Width times height of the largest picture that is decoded. */
  maxPixels: v.optional(v.pipe(Count, v.maxValue(200_000_000)), MAX_INPUT_PIXELS),
});

export type InputEntry = v.InferOutput<typeof InputSchema>;

export const PICTURE_FIELDS = { input: v.optional(InputSchema, {}) };

/** Where a member differs from the others. */
export const PICTURE_MEMBER_FIELDS = { weight: v.number(), input: v.optional(v.partial(InputSchema)) };

/** The fields of a model that takes pictures. */
export interface PictureFields {
  readonly input: InputEntry;
  readonly members: readonly { readonly input?: object | undefined }[];
}
