/** What `ensemble.json` says of a model of this pipeline, beyond what all models say. */
import * as v from 'valibot';
import { Count, Probability } from '../../model/manifest.ts';
import { LabelsSchema } from '../labels.ts';
import { PICTURE_FIELDS, PICTURE_MEMBER_FIELDS } from '../picture-input/input-schema.ts';
import { LABELS_KEPT } from './prediction.ts';

const OutputSchema = v.strictObject({
  /** Name of the graph's output, where several give one value per label. */
  name: v.optional(v.string()),
  /** `logits` become probabilities by softmax. */
  scores: v.optional(v.picklist(['probabilities', 'logits']), 'probabilities'),
});

export const ImageLabelsSchema = v.looseObject({
  ...PICTURE_FIELDS,
  output: v.optional(OutputSchema, {}),
  labels: LabelsSchema,
  /** When the prediction is `label`. Left out, every prediction is one of the labels. */
  reject: v.optional(
    v.strictObject({
      label: v.string(),
      /** Below this share (0 to 1) of the most probable labels. */
      threshold: Probability,
      /** How many of them are counted together. */
      together: v.optional(v.pipe(Count, v.maxValue(LABELS_KEPT)), 1),
    }),
  ),
  members: v.array(
    v.looseObject({
      ...PICTURE_MEMBER_FIELDS,
      output: v.optional(v.partial(OutputSchema)),
    }),
  ),
});

export type ImageLabelsManifest = v.InferOutput<typeof ImageLabelsSchema>;
export type OutputEntry = ImageLabelsManifest['output'];
