/** The names of classes, as an output beside that of their scores or numbers. */
import { ModelError } from '../../model/model-error.ts';
import type { Tensor, TensorInfo } from '../../model/tensors.ts';
import { topLabels } from '../labels.ts';
import { textTensor } from '../output-tensors.ts';

/** Graphs of scikit-learn call the numbers of classes `label`. */
const CLASS_NAME = 'class_name';

export interface ClassNames {
  /** Of datatype BYTES: one name for each row. */
  readonly place: TensorInfo;
  readonly source: string;
  /** A number without a label stands for itself. */
  of(source: Tensor): Tensor;
}

/**
 * Names the classes of the first output with a score for each label, or of the first with whole numbers where none has scores.
 *
 * @throws {ModelError} where there is neither
 */
export function classNames(
  file: string,
  labels: readonly string[],
  outputs: readonly TensorInfo[],
): ClassNames {
  const scored = outputs.filter(
    ({ datatype, shape }) => (datatype === 'FP32' || datatype === 'FP64') && shape.length > 1,
  );
  const scores = scored.find(({ shape }) => [labels.length, -1].includes(shape.at(-1)!));
  const numbers = outputs.find(({ datatype }) => datatype === 'INT64' || datatype === 'INT32');
  const source = scored.length > 0 ? scores : numbers;
  if (!source || outputs.some(({ name }) => name === CLASS_NAME)) {
    throw new ModelError(
      `${file} gives neither ${labels.length} scores, one for each label, nor the number of a class alone`,
    );
  }
  const shape = scores ? source.shape.slice(0, -1) : source.shape;
  return {
    place: { name: CLASS_NAME, datatype: 'BYTES', shape },
    source: source.name,
    of({ shape: given, data }) {
      if (!scores) {
        const classes = Array.from(data as ArrayLike<number | bigint>, Number);
        return textTensor(
          classes.map((index) => labels[index] ?? String(index)),
          given,
        );
      }
      const width = given.at(-1) ?? 1;
      const rows = Array.from({ length: data.length / width }, (_, row) => {
        const [best] = topLabels((data as Float32Array).subarray(row * width, (row + 1) * width), labels, 1);
        return best!.label;
      });
      return textTensor(rows, given.slice(0, -1));
    },
  };
}
