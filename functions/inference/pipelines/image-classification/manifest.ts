/** The fields of this pipeline in `ensemble.json`. */
import * as v from 'valibot';
import { Count, Probability, strictFields } from '../../model/manifest.ts';
import { PICTURE_FIELDS, PICTURE_MEMBER_FIELDS } from '../picture/input/input-schema.ts';
import { LabelsSchema } from '../shared/labels.ts';
import { LABELS_KEPT } from './prediction.ts';

const OutputSchema = strictFields({
  /** Name of the graph's output, needed if several have one value per label. */
  name: v.optional(v.string()),
  /** `logits` are turned into probabilities by softmax. */
  scores: v.optional(v.picklist(['probabilities', 'logits']), 'probabilities'),
});

export const ImageLabelsSchema = v.looseObject({
  ...PICTURE_FIELDS,
  output: v.optional(OutputSchema, {}),
  labels: LabelsSchema,
  /** The reject label and its condition. Without it, every prediction is one of the labels. */
  reject: v.optional(
    strictFields({
      label: v.string(),
      /** Predictions with a lower probability, 0 to 1, are rejected. */
      threshold: Probability,
      /** Number of highest probabilities whose sum must reach the threshold. */
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
