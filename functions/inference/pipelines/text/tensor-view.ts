/** Texts as tensors, for contracts that know nothing else. */
import {
  describeTensor,
  fits,
  quote,
  type Tensor,
  type TensorInfo,
  type Tensors,
} from '../../model/tensors.ts';
import { Problem } from '../../problems/problems.ts';
import type { TextOutput, TextQuestion } from './types.ts';

/** The input of every pipeline that takes texts: each in UTF-8. */
export const TEXT: TensorInfo = { name: 'text', datatype: 'BYTES', shape: [-1] };
/** The output that says of each text whether only its beginning counted. */
export const TRUNCATED: TensorInfo = { name: 'truncated', datatype: 'BOOL', shape: [-1] };
const NAMES_QUOTED = 3;

/** @throws {Problem} `invalid-tensor` */
export function textsIn(tensors: Tensors): TextQuestion {
  const names = Object.keys(tensors);
  const tensor = tensors[TEXT.name];
  if (!tensor || names.length !== 1) {
    const given = names.slice(0, NAMES_QUOTED).map(quote).join(', ') || 'nothing';
    throw refused(`and no other input; there is ${given}`);
  }
  if (tensor.datatype !== 'BYTES' || !fits(tensor, TEXT)) throw refused(`not ${describeTensor(tensor)}`);
  if (tensor.data.length === 0) throw refused('one text at least');
  return { texts: tensor.data.map(textOf) };
}

export function truncatedTensor({ tokens, truncated }: TextOutput): Tensor {
  const data = new Uint8Array(tokens.length);
  for (const index of truncated) data[index] = 1;
  return { datatype: 'BOOL', shape: [data.length], data };
}

function textOf(bytes: Uint8Array, index: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refused(`each in UTF-8; number ${index} is not`);
  }
}

function refused(how: string): Problem {
  return new Problem('invalid-tensor', `Input "${TEXT.name}" must be ${describeTensor(TEXT)}, ${how}.`);
}
