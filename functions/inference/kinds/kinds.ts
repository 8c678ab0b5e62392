/** The kinds there are. */

import { imageLabels } from './image-labels/kind.ts';
import type { KindDefinition } from './kind.ts';
import { tensor } from './tensor/kind.ts';
import { textCorrection } from './text-correction/kind.ts';

const KINDS: readonly KindDefinition[] = [imageLabels, tensor, textCorrection];

export const kindNames: readonly string[] = KINDS.map(({ name }) => name);

export function findKind(name: string): KindDefinition | undefined {
  return KINDS.find((kind) => kind.name === name);
}
