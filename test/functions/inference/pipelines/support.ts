import type { GraphPlace } from '../../../../functions/inference/pipelines/pipeline.ts';

/** An input or output of a graph. */
export function place(
  name: string,
  datatype: GraphPlace['datatype'],
  ...shape: GraphPlace['shape']
): GraphPlace {
  return { name, datatype, shape };
}
