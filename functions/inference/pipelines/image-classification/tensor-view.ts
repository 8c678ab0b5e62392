/** Pictures and labels as tensors, for contracts that know nothing else. */

import { describeTensor, fits, quote, type Tensor, type TensorInfo } from '../../model/tensors.ts';
import { Problem } from '../../problems/problems.ts';
import type { TensorView } from '../pipeline.ts';
import { floatOutput, tensorOutputs, textOutput } from '../tensors.ts';
import type { MemberFormat } from './member-format.ts';
import { LABELS_KEPT, type LabelPrediction, type PictureInput, type PictureLabels } from './prediction.ts';

/** Whatever a member calls it, a picture file may be sent under this name. */
const PICTURE = 'picture';
const NAMES_QUOTED = 3;
/** They run one by one unless `ensemble.json` says "batch", and keep a worker from other requests as long. */
const MOST_PICTURES = 64;

/**
 * The input is the tensor of the first member, a picture in each row, or the bytes of picture files as elements of datatype BYTES,
 * under that name or as `picture`; the only way where members take pictures differently. Outputs for n pictures: `label` BYTES [n],
 * `confidence` FP32 [n], `ranking` BYTES [n, k], the best labels, and `probabilities` FP32 [n, labels], the mean of all members,
 * which takes all of them.
 */
export function tensorView(
  formats: readonly MemberFormat[],
  labels: readonly string[],
): TensorView<PictureInput, LabelPrediction> {
  const { input, datatype, shape } = formats[0] as MemberFormat;
  const alike = formats.every((format) => isAlike(format, formats[0] as MemberFormat));
  const place: TensorInfo = alike
    ? { name: input, datatype, shape: [-1, ...shape.slice(1)] }
    : { name: PICTURE, datatype: 'BYTES', shape: [-1] };
  return {
    inputs: [place],
    input(tensors, wanted) {
      const names = Object.keys(tensors);
      const tensor = tensors[place.name] ?? tensors[PICTURE];
      if (!tensor || names.length !== 1) {
        const given = names.slice(0, NAMES_QUOTED).map(quote).join(', ') || 'nothing';
        throw new Problem(
          'invalid-tensor',
          `The input is ${quote(place.name)}, and no other; there is ${given}.`,
        );
      }
      return { pictures: picturesIn(tensor, place), everyLabel: wanted.includes('probabilities') };
    },
    ...tensorOutputs<LabelPrediction>([
      textOutput('label', [-1], (prediction) => picturesOf(prediction).map(({ label }) => label)),
      floatOutput('confidence', [-1], (prediction) =>
        picturesOf(prediction).map(({ confidence }) => confidence),
      ),
      textOutput('ranking', [-1, Math.min(LABELS_KEPT, labels.length)], (prediction) =>
        picturesOf(prediction).flatMap(({ ranking }) => ranking.map(({ label }) => label)),
      ),
      floatOutput('probabilities', [-1, labels.length], (prediction) =>
        picturesOf(prediction).flatMap(({ probabilities = [] }) => [...probabilities]),
      ),
    ]),
  };
}

function isAlike(one: MemberFormat, other: MemberFormat): boolean {
  const meaning = ({ input: _input, output: _output, scores: _scores, ...rest }: MemberFormat) => rest;
  return JSON.stringify(meaning(one)) === JSON.stringify(meaning(other));
}

function picturesIn(tensor: Tensor, place: TensorInfo): PictureInput['pictures'] {
  const [pictures = 0] = tensor.shape;
  const isFiles = tensor.datatype === 'BYTES' && tensor.shape.length === 1;
  if (!isFiles && !fits(tensor, place)) {
    throw new Problem(
      'invalid-tensor',
      `Input "${place.name}" must be ${describeTensor(place)}, or BYTES [-1] with the bytes of JPEG, PNG or WebP files, ` +
        `not ${describeTensor(tensor)}.`,
    );
  }
  if (pictures < 1 || pictures > MOST_PICTURES) {
    throw new Problem(
      'invalid-tensor',
      `Input "${place.name}" must have 1 to ${MOST_PICTURES} pictures, not ${pictures}.`,
    );
  }
  return tensor.datatype === 'BYTES' ? tensor.data : tensor;
}

function picturesOf({ others = [], ...first }: LabelPrediction): PictureLabels[] {
  return [first, ...others];
}
