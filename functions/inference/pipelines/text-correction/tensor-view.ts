/** Sentences as tensors, for contracts that know nothing else. */

import type { Tensor, TensorInfo } from '../../model/tensors.ts';
import { floatTensor, textTensor } from '../output-tensors.ts';
import type { TensorView } from '../pipeline.ts';
import { readTexts } from '../text/tensor-view.ts';
import type { SentenceInput, SentencePrediction } from './types.ts';

const HYPOTHESES: TensorInfo = { name: 'hypotheses', datatype: 'BYTES', shape: [-1] };
/** More than any recogniser gives. */
const MOST_HYPOTHESES = 100;

/**
 * The input is `hypotheses` BYTES [n], sentences in UTF-8, most probable first. Outputs: `text` BYTES [1], `confidence`
 * FP32 [1], and `hypothesis` INT32 [1], the one that the text was made of, from 0.
 */
export const sentenceTensors: TensorView<SentenceInput, SentencePrediction> = {
  inputs: [HYPOTHESES],
  outputs: [
    { name: 'text', datatype: 'BYTES', shape: [1] },
    { name: 'confidence', datatype: 'FP32', shape: [1] },
    { name: 'hypothesis', datatype: 'INT32', shape: [1] },
  ],
  input: (tensors) => ({ hypotheses: readTexts(tensors, HYPOTHESES, wrongCount) }),
  output: (prediction, wanted) =>
    Object.fromEntries(wanted.map((name) => [name, outputOf(prediction, name)])),
};

function wrongCount(count: number): string | undefined {
  if (count > 0 && count <= MOST_HYPOTHESES) return undefined;
  return `1 to ${MOST_HYPOTHESES} of them, not ${count}`;
}

function outputOf({ text, confidence, hypothesis }: SentencePrediction, name: string): Tensor {
  switch (name) {
    case 'text':
      return textTensor([text]);
    case 'confidence':
      return floatTensor([confidence]);
    default:
      return { datatype: 'INT32', shape: [1], data: Int32Array.of(hypothesis) };
  }
}
