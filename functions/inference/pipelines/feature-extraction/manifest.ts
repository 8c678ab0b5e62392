/** What `ensemble.json` says of a model of this pipeline, beyond what all models say. */
import path from 'node:path';
import * as v from 'valibot';
import { checkManifest } from '../../model/manifest.ts';
import { TEXT_FIELDS, TEXT_MEMBER_FIELDS } from '../text/manifest.ts';

/** How the states of a text's tokens become its embedding; `cls` is the state of the first token. */
export const POOLING = ['mean', 'cls', 'max'] as const;

const Pooling = v.picklist(POOLING);
const OutputName = v.string();

export const FeatureExtractionSchema = v.looseObject({
  ...TEXT_FIELDS,
  /** Name of the graph's output. @default `sentence_embedding`, `last_hidden_state`, or the only one that it can be */
  output: v.optional(v.strictObject({ name: v.optional(OutputName) }), {}),
  /** Without effect where a graph gives embeddings of whole texts. */
  pooling: v.optional(Pooling, 'mean'),
  /** Whether embeddings have a length of 1, so that a scalar product is their cosine similarity. */
  normalize: v.optional(v.boolean(), true),
  members: v.array(
    v.looseObject({
      ...TEXT_MEMBER_FIELDS,
      output: v.optional(v.strictObject({ name: v.optional(OutputName) })),
      pooling: v.optional(Pooling),
    }),
  ),
});

export type FeatureExtractionManifest = v.InferOutput<typeof FeatureExtractionSchema>;
export type Pooling = (typeof POOLING)[number];

/** @throws {ModelError} naming the fields that are wrong */
export function checkFeatureExtraction(manifest: unknown, directory: string): FeatureExtractionManifest {
  return checkManifest(FeatureExtractionSchema, manifest, path.join(directory, 'ensemble.json'));
}
