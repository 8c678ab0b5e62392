/** The kinds there are. */
import type { Manifest } from '../model/manifest.ts';
import { ModelError } from '../model/model-error.ts';
import { featureExtraction } from './feature-extraction/kind.ts';
import { imageLabels } from './image-labels/kind.ts';
import type { KindDefinition } from './kind.ts';
import { tensor } from './tensor/kind.ts';
import { textClassification } from './text-classification/kind.ts';
import { textCorrection } from './text-correction/kind.ts';

const KINDS: readonly KindDefinition[] = [
  featureExtraction,
  imageLabels,
  tensor,
  textClassification,
  textCorrection,
];

export const kindNames: readonly string[] = KINDS.map(({ name }) => name);

export function findKind(name: string): KindDefinition | undefined {
  return KINDS.find((kind) => kind.name === name);
}

/** @throws {ModelError} naming those that there are */
export function requireKind(directory: string, { kind }: Pick<Manifest, 'kind'>): KindDefinition {
  const found = findKind(kind);
  if (found) return found;
  throw new ModelError(
    `${directory}: there is no kind "${kind}"; "kind" must be one of ${kindNames.join(', ')}`,
  );
}
