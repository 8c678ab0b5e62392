/** Whether a model classifies pictures, where no option names its pipeline. */
import {
  PICTURE_TYPES,
  SCORE_TYPES,
} from '../../functions/inference/pipelines/image-classification/member-format.ts';
import type { Graph } from '../../functions/inference/pipelines/pipeline.ts';
import { sizeOf } from './loaded-model.ts';
import type { ModelOptions } from './model-options.ts';

/** Pictures of 8 × 8 pixels are the smallest that people classify; less is a row of a table. */
const FEWEST_VALUES = 64;

/** Options for labels or pictures speak for it; else the graph does. Labels are for rows of a table, too. */
export function classifiesPictures({ labels, reject, input, output }: ModelOptions, graph: Graph): boolean {
  const { name: _input, ...picture } = input;
  const saidOfPictures =
    reject !== undefined || output.scores !== undefined || Object.keys(picture).length > 0;
  return saidOfPictures || (labels === undefined ? looksLikePictures(graph) : !takesTableRows(graph));
}

function takesTableRows({ inputs: [place, ...others] }: Graph): boolean {
  const [, values, ...more] = place?.shape ?? [];
  const count = sizeOf(values);
  return others.length === 0 && more.length === 0 && count !== undefined && count < FEWEST_VALUES;
}

/** One input of four dimensions, with one or three channels, and an output of one score per label. */
function looksLikePictures({ inputs, outputs }: Graph): boolean {
  const [place] = inputs;
  if (inputs.length !== 1 || place?.shape.length !== 4) return false;
  const isChannels = (dimension: number | string | undefined) => dimension === 1 || dimension === 3;
  return (
    (PICTURE_TYPES as readonly unknown[]).includes(place.datatype) &&
    (isChannels(place.shape[1]) || isChannels(place.shape[3])) &&
    outputs.some(
      ({ datatype, shape }) =>
        SCORE_TYPES.includes(datatype) && shape.length === 2 && (sizeOf(shape[1]) ?? 2) >= 2,
    )
  );
}
