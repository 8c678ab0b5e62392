/** Finds the output of a graph with the scores of labels. */
import { elementCount } from '../../model/tensors.ts';
import { type Graph, type GraphPlace, sizeOf } from '../pipeline.ts';
import { FLOAT_TYPES } from '../shared/tensors.ts';
import type { OutputEntry } from './manifest.ts';

/** The output of a member with its scores. */
export interface ScoreFormat {
  readonly output: string;
  readonly scores: 'probabilities' | 'logits';
}

/** @param wrong collects mistakes */
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

/** Number of values for one picture. An open dimension other than the first is assumed to be that of the labels. */
function valuesOf({ shape }: GraphPlace, labelCount: number): number {
  if (shape.length === 0) return labelCount;
  const sizes = shape.length === 1 ? shape : shape.slice(1);
  return elementCount(sizes.map((size) => sizeOf(size) ?? labelCount));
}
