/** Pictures and labels as tensors, for contracts that only know tensors. */
import type { InputFormat } from '../picture/input/member-formats.ts';
import { pictureInputs } from '../picture/input/tensor-view.ts';
import type { TensorView } from '../pipeline.ts';
import { floatOutput, tensorOutputs, textOutput } from '../shared/tensors.ts';
import { LABELS_KEPT, type LabelPrediction, type PictureInput, picturesOf } from './prediction.ts';

/**
 * Outputs for n pictures: `label` BYTES [n], `confidence` FP32 [n], `ranking` BYTES [n, k], the best labels, and
 * `probabilities` FP32 [n, labels], the mean of all members, for which all of them must run.
 */
export function tensorView(
  formats: readonly InputFormat[],
  labels: readonly string[],
): TensorView<PictureInput, LabelPrediction> {
  const { inputs, input } = pictureInputs(formats);
  return {
    inputs,
    input: (tensors, wanted) => ({ ...input(tensors), everyLabel: wanted.includes('probabilities') }),
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
