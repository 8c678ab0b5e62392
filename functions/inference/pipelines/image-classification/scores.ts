/** The output of a graph that gives the scores of labels. */
import { elementCount } from '../../model/tensors.ts';
import { type Graph, type GraphPlace, sizeOf } from '../pipeline.ts';
import { FLOAT_TYPES } from '../tensors.ts';
import type { OutputEntry } from './manifest.ts';

/** How a member gives scores. */
export interface ScoreFormat {
  readonly output: string;
  readonly scores: 'probabilities' | 'logits';
}

/** @param wrong takes what is wrong */
export function findScores(
  graph: Graph,
  { name }: OutputEntry,
  labelCount: number,
  wrong: string[],
): GraphPlace | undefined {
  const fitting = graph.outputs.filter(
    (place) =>
      (name === undefined || place.name === name) &&
      FLOAT_TYPES.includes(place.datatype) &&
      valuesOf(place, labelCount) === labelCount,
  );
  const [place] = fitting;
  if (!place) wrong.push(`none of its outputs gives ${labelCount} scores, one for each label`);
  else if (fitting.length > 1) {
    wrong.push(`say which output has the scores: ${fitting.map((found) => `"${found.name}"`).join(' or ')}`);
  }
  return place;
}

/** Values for one picture; an open dimension other than the first is believed to be the labels. */
function valuesOf({ shape }: GraphPlace, labelCount: number): number {
  if (shape.length === 0) return labelCount;
  const sizes = shape.length === 1 ? shape : shape.slice(1);
  return elementCount(sizes.map((size) => sizeOf(size) ?? labelCount));
}
