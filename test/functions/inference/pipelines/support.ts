import type { ValueInfo } from '../../../../functions/inference/pipelines/pipeline.ts';

/** An input or output of a graph. */
export function value(
  name: string,
  datatype: ValueInfo['datatype'],
  ...shape: ValueInfo['shape']
): ValueInfo {
  return { name, datatype, shape };
}
