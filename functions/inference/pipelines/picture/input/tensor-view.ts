/** Pictures as tensors, for contracts that only know tensors. */
import {
  describeTensor,
  fits,
  quote,
  quoteNames,
  type Tensor,
  type TensorInfo,
  type Tensors,
} from '../../../model/tensors.ts';
import { Problem } from '../../../problems/problems.ts';
import type { TensorView } from '../../pipeline.ts';
import type { InputFormat } from './member-formats.ts';
import type { Pictures } from './member-tensors.ts';

/** A picture file may be sent under this name, whatever the graph calls its input. */
export const PICTURE = 'picture';
/** Limit of pictures in a request, because without a `batch` in `ensemble.json` they occupy a worker one after the other. */
export const MOST_PICTURES = 64;

/**
 * The input is the tensor of the first member, with a picture in each row. A BYTES tensor of picture files is accepted, too,
 * under the name of that tensor or `picture`. If members differ in their formats, only files under `picture` are accepted.
 * @param most limit of pictures in a request
 */
export function pictureInputs(
  formats: readonly InputFormat[],
  most = MOST_PICTURES,
): Pick<TensorView<Pictures, unknown>, 'inputs'> & { readonly input: (tensors: Tensors) => Pictures } {
  const { input, datatype, shape } = formats[0] as InputFormat;
  const meanings = formats.map(({ datatype, shape, picture, order, planar, scale, mean, deviation }) =>
    JSON.stringify([datatype, shape, picture, order, planar, scale, mean, deviation]),
  );
  const alike = new Set(meanings).size === 1;
  const info: TensorInfo = alike
    ? { name: input, datatype, shape: [-1, ...shape.slice(1)] }
    : { name: PICTURE, datatype: 'BYTES', shape: [-1] };
  return {
    inputs: [info],
    input(tensors) {
      const names = Object.keys(tensors);
      const tensor = tensors[info.name] ?? tensors[PICTURE];
      if (!tensor || names.length !== 1) {
        throw new Problem(
          'invalid-tensor',
          `The only input is ${quote(info.name)}; the request has ${quoteNames(names)}.`,
        );
      }
      return { pictures: picturesIn(tensor, info, most) };
    },
  };
}

function picturesIn(tensor: Tensor, info: TensorInfo, most: number): Pictures['pictures'] {
  const [pictures = 0] = tensor.shape;
  const isFiles = tensor.datatype === 'BYTES' && tensor.shape.length === 1;
  if (!isFiles && !fits(tensor, info)) {
    throw new Problem(
      'invalid-tensor',
      `Input "${info.name}" must be ${describeTensor(info)}, or BYTES [-1] with the bytes of picture files, ` +
        `not ${describeTensor(tensor)}.`,
    );
  }
  if (pictures < 1 || pictures > most) {
    throw new Problem(
      'invalid-tensor',
      `Input "${info.name}" must have ${most === 1 ? '1 picture' : `1 to ${most} pictures`}, not ${pictures}.`,
    );
  }
  return tensor.datatype === 'BYTES' ? tensor.data : tensor;
}
