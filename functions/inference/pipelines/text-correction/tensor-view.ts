/** Sentences as tensors, for contracts that know nothing else. */

import {
  describeTensor,
  fits,
  quote,
  type Tensor,
  type TensorInfo,
  type Tensors,
} from '../../model/tensors.ts';
import { Problem } from '../../problems/problems.ts';
import type { TensorView } from '../kind.ts';
import type { SentenceAnswer, SentenceQuestion } from './types.ts';

const HYPOTHESES: TensorInfo = { name: 'hypotheses', datatype: 'BYTES', shape: [-1] };
/** More than any recogniser gives. */
const MOST_HYPOTHESES = 100;
const NAMES_QUOTED = 3;

/**
 * The input is `hypotheses` BYTES [n], sentences in UTF-8, most probable first. Outputs: `text` BYTES [1], `confidence`
 * FP32 [1], and `hypothesis` INT32 [1], the one that the text was made of, from 0.
 */
export const sentenceTensors: TensorView<SentenceQuestion, SentenceAnswer> = {
  inputs: [HYPOTHESES],
  outputs: [
    { name: 'text', datatype: 'BYTES', shape: [1] },
    { name: 'confidence', datatype: 'FP32', shape: [1] },
    { name: 'hypothesis', datatype: 'INT32', shape: [1] },
  ],
  input: (tensors) => ({ hypotheses: sentencesIn(tensors), everyPlace: false }),
  output: (answer, wanted) => Object.fromEntries(wanted.map((name) => [name, outputOf(answer, name)])),
};

function sentencesIn(tensors: Tensors): string[] {
  const names = Object.keys(tensors);
  const tensor = tensors[HYPOTHESES.name];
  if (!tensor || names.length !== 1) {
    const given = names.slice(0, NAMES_QUOTED).map(quote).join(', ') || 'nothing';
    throw refused(`and no other input; there is ${given}`);
  }
  if (tensor.datatype !== 'BYTES' || !fits(tensor, HYPOTHESES))
    throw refused(`not ${describeTensor(tensor)}`);
  const { length } = tensor.data;
  if (length === 0 || length > MOST_HYPOTHESES)
    throw refused(`1 to ${MOST_HYPOTHESES} of them, not ${length}`);
  return tensor.data.map(sentenceOf);
}

function sentenceOf(bytes: Uint8Array, index: number): string {
  try {
    // A byte order mark is a character like others: what is left alone comes back as it was.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refused(`each in UTF-8; number ${index} is not`);
  }
}

function refused(how: string): Problem {
  return new Problem('invalid-tensor', `Input "hypotheses" must be ${describeTensor(HYPOTHESES)}, ${how}.`);
}

function outputOf({ text, confidence, hypothesis }: SentenceAnswer, name: string): Tensor {
  switch (name) {
    case 'text':
      return { datatype: 'BYTES', shape: [1], data: [Buffer.from(text, 'utf8')] };
    case 'confidence':
      return { datatype: 'FP32', shape: [1], data: Float32Array.of(confidence) };
    default:
      return { datatype: 'INT32', shape: [1], data: Int32Array.of(hypothesis) };
  }
}
