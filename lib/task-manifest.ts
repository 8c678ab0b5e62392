import type { Manifest } from '../functions/inference/model/manifest.ts';

/** What infrastructure has to know of a task: a part of its `ensemble.json`. */
export type TaskManifest = Pick<Manifest, 'task' | 'version' | 'title' | 'contracts' | 'budgetMilliseconds'> &
  Partial<Pick<Manifest, 'batch'>>;
