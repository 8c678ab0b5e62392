/** Which kind a model is of, where nobody says it. */
import { PICTURE_TYPES, SCORE_TYPES } from '../../functions/inference/kinds/image-labels/member-format.ts';
import type { Graph } from '../../functions/inference/kinds/kind.ts';
import { sizeOf } from './loaded-model.ts';
import type { ModelOptions } from './model-options.ts';

/** What is said of labels or pictures speaks for `image-labels`; else the graph does. */
export function chooseKind({ kind, labels, reject, input, output }: ModelOptions, graph: Graph): string {
  if (kind !== undefined) return kind;
  const { name: _input, ...picture } = input;
  const saidOfPictures =
    labels !== undefined ||
    reject !== undefined ||
    output.scores !== undefined ||
    Object.keys(picture).length > 0;
  return saidOfPictures || looksLikePictures(graph) ? 'image-labels' : 'tensor';
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
