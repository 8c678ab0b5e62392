import type { Manifest } from '../functions/inference/model/manifest.ts';

/** The part of a model's `ensemble.json` that infrastructure needs. */
export type ModelManifest = Pick<
  Manifest,
  'model' | 'version' | 'title' | 'contracts' | 'deadlineMilliseconds'
> &
  Partial<Pick<Manifest, 'batch'>>;
