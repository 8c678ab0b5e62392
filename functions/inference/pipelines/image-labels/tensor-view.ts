/** Pictures and labels as tensors, for contracts that know nothing else. */

import { describeTensor, fits, quote, type Tensor, type TensorInfo } from '../../model/tensors.ts';
import { Problem } from '../../problems/problems.ts';
import type { TensorView } from '../kind.ts';
import type { MemberFormat } from './member-format.ts';
import { LABELS_KEPT } from './ranking.ts';
import type { LabelAnswer, PictureQuestion } from './types.ts';

/** Whatever a member calls it, a picture file may be sent under this name. */
const PICTURE = 'picture';
const NAMES_QUOTED = 3;

/**
 * The input is the tensor of the first member, or the bytes of a picture file as one element of datatype BYTES, under that
 * name or as `picture`; the only way where members take pictures differently. Outputs: `label` BYTES [1], `confidence` FP32 [1], `ranking`
 * BYTES [k], the best labels, and `probabilities` FP32 [labels], the mean of all members, which takes all of them.
 */
export function tensorView(
  formats: readonly MemberFormat[],
  labels: readonly string[],
): TensorView<PictureQuestion, LabelAnswer> {
  const { input, datatype, shape } = formats[0] as MemberFormat;
  const alike = formats.every((format) => isAlike(format, formats[0] as MemberFormat));
  const place: TensorInfo = alike
    ? { name: input, datatype, shape }
    : { name: PICTURE, datatype: 'BYTES', shape: [1] };
  return {
    inputs: [place],
    outputs: [
      { name: 'label', datatype: 'BYTES', shape: [1] },
      { name: 'confidence', datatype: 'FP32', shape: [1] },
      { name: 'ranking', datatype: 'BYTES', shape: [Math.min(LABELS_KEPT, labels.length)] },
      { name: 'probabilities', datatype: 'FP32', shape: [labels.length] },
    ],
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
      return { picture: pictureIn(tensor, place), everyLabel: wanted.includes('probabilities') };
    },
    output: (answer, wanted) => Object.fromEntries(wanted.map((name) => [name, outputOf(answer, name)])),
  };
}

/** Whether the same tensor means the same picture to both. */
function isAlike(one: MemberFormat, other: MemberFormat): boolean {
  const meaning = ({ input: _input, output: _output, scores: _scores, ...rest }: MemberFormat) => rest;
  return JSON.stringify(meaning(one)) === JSON.stringify(meaning(other));
}

function pictureIn(tensor: Tensor, place: TensorInfo): Uint8Array | Tensor {
  if (tensor.datatype === 'BYTES' && tensor.data.length === 1) return tensor.data[0]!;
  if (fits(tensor, place)) return tensor;
  throw new Problem(
    'invalid-tensor',
    `Input "${place.name}" must be ${describeTensor(place)}, or BYTES [1] with the bytes of a JPEG, PNG or WebP file, ` +
      `not ${describeTensor(tensor)}.`,
  );
}

function outputOf(answer: LabelAnswer, name: string): Tensor {
  switch (name) {
    case 'label':
      return texts([answer.label]);
    case 'confidence':
      return { datatype: 'FP32', shape: [1], data: Float32Array.of(answer.confidence) };
    case 'ranking':
      return texts(answer.ranking.map(({ label }) => label));
    default: {
      const data = answer.probabilities ?? new Float32Array(0);
      return { datatype: 'FP32', shape: [data.length], data };
    }
  }
}

function texts(values: readonly string[]): Tensor {
  const data = values.map((value) => Buffer.from(value, 'utf8'));
  return { datatype: 'BYTES', shape: [values.length], data };
}
