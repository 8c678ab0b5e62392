/** What the graphs of members must take and give. */

import type { Datatype } from '../../model/tensors.ts';
import { describePlace, type Graph, type GraphPlace } from '../pipeline.ts';

interface Wanted {
  readonly name: string;
  readonly datatype: Datatype;
  readonly shape: readonly string[];
}

const INPUTS: readonly Wanted[] = [
  { name: 'tokens', datatype: 'INT64', shape: ['N', 'L'] },
  { name: 'candidates', datatype: 'INT64', shape: ['N', 'L', 'K'] },
];
const OUTPUT: Wanted = { name: 'probabilities', datatype: 'FP32', shape: ['N', 'L', 'K'] };

/** Everything in a graph that is not what this pipeline takes, each with what would be right. */
export function findGraphErrors({ file, inputs, outputs }: Graph): string[] {
  const wrong: string[] = [];
  for (const wanted of INPUTS) {
    const place = inputs.find(({ name }) => name === wanted.name);
    if (place && isLike(place, wanted) && place.shape.every((size) => typeof size === 'string' || size < 0))
      continue;
    wrong.push(
      `${file} must take ${describePlace(wanted)}, N, L and K of any size, ${instead(place, inputs)}`,
    );
  }
  const others = inputs.filter(({ name }) => !INPUTS.some((wanted) => wanted.name === name));
  if (others.length > 0) {
    wrong.push(`${file} must take nothing else, but takes ${others.map(describePlace).join(', ')}`);
  }
  const output = outputs.find(({ name }) => name === OUTPUT.name);
  if (!output || !isLike(output, OUTPUT)) {
    wrong.push(`${file} must give ${describePlace(OUTPUT)}, ${instead(output, outputs)}`);
  }
  return wrong;
}

function isLike({ datatype, shape }: GraphPlace, wanted: Wanted): boolean {
  return datatype === wanted.datatype && shape.length === wanted.shape.length;
}

function instead(place: GraphPlace | undefined, places: readonly GraphPlace[]): string {
  return place
    ? `not ${describePlace(place)}`
    : `not ${places.map(describePlace).join(' and ') || 'nothing'}`;
}
