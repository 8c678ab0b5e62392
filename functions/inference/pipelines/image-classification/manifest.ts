/** The fields of this pipeline in `ensemble.json`, and the search for the output that has the scores of labels. */
import * as v from 'valibot';
import { Count, Probability, strictFields } from '../../model/manifest.ts';
import { elementCount } from '../../model/tensors.ts';
import { PICTURE_FIELDS, PICTURE_MEMBER_FIELDS } from '../picture/input/input-schema.ts';
import { type Graph, sizeOf, type ValueInfo } from '../pipeline.ts';
import { LabelsSchema } from '../shared/labels.ts';
import { FLOAT_TYPES } from '../shared/tensors.ts';
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
  /** The reject label and its condition. Without this field, every prediction is one of the labels. */
  reject: v.optional(
    strictFields({
      label: v.string(),
      /** 0 to 1. A prediction is rejected if the sum of its `together` highest probabilities is lower. */
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

/** Finds the graph's output that has the scores of labels, if there is one. @param wrong collects mistakes */
export function findScores(
  graph: Graph,
  { name }: OutputEntry,
  labelCount: number,
  wrong: string[],
): ValueInfo | undefined {
  const fitting = graph.outputs.filter(
    (output) =>
      (name === undefined || output.name === name) &&
      FLOAT_TYPES.includes(output.datatype) &&
      valuesOf(output, labelCount) === labelCount,
  );
  const [output] = fitting;
  const none = name === undefined ? 'none of its outputs gives' : `it has no output "${name}" that gives`;
  if (!output) wrong.push(`${none} ${labelCount} scores, one for each label`);
  else if (fitting.length > 1) {
    const names = fitting.map((found) => `"${found.name}"`).join(' or ');
    wrong.push(`"output": {"name": …} must say which output has the scores: ${names}`);
  }
  return output;
}

/** Number of values for one picture. An open dimension is assumed to have one value per label. */
function valuesOf({ shape }: ValueInfo, labelCount: number): number {
  if (shape.length === 0) return labelCount;
  const sizes = shape.length === 1 ? shape : shape.slice(1);
  return elementCount(sizes.map((size) => sizeOf(size) ?? labelCount));
}
