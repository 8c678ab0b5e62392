/** What `ensemble.json` says of a model of this pipeline, beyond what all models say. */
import path from 'node:path';
import * as v from 'valibot';
import { checkManifest } from '../../model/manifest.ts';
import { LabelsSchema } from '../labels.ts';
import { TEXT_FIELDS, TEXT_MEMBER_FIELDS } from '../text/manifest.ts';

const OutputSchema = v.strictObject({
  /** Name of the graph's output. @default `logits`, or the only one that it can be */
  name: v.optional(v.string()),
  /**
   * How scores become probabilities: by softmax where one label is right, by sigmoid where any number of them are, each
   * on its own; or they are probabilities.
   */
  scores: v.optional(v.picklist(['softmax', 'sigmoid', 'probabilities']), 'softmax'),
});

export const TextClassificationSchema = v.looseObject({
  ...TEXT_FIELDS,
  output: v.optional(OutputSchema, {}),
  labels: LabelsSchema,
  members: v.array(v.looseObject(TEXT_MEMBER_FIELDS)),
});

export type TextClassificationManifest = v.InferOutput<typeof TextClassificationSchema>;

/** @throws {ModelError} naming the fields that are wrong */
export function checkTextClassification(manifest: unknown, directory: string): TextClassificationManifest {
  return checkManifest(TextClassificationSchema, manifest, path.join(directory, 'ensemble.json'));
}
