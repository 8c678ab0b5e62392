import type { Manifest } from '../functions/inference/model/manifest.ts';

/** What infrastructure has to know of a model: a part of its `ensemble.json`. */
export type ModelManifest = Pick<
  Manifest,
  'model' | 'version' | 'title' | 'contracts' | 'deadlineMilliseconds'
> &
  Partial<Pick<Manifest, 'batch'>>;
