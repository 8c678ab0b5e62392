/** Differences between classifiers of pictures, of texts, and of rows (the pipeline `tensor`). */
import type { Tensor, TensorInfo, Tensors } from '../functions/inference/model/tensors.ts';
import type { LabelPrediction } from '../functions/inference/pipelines/image-classification/prediction.ts';
import { numberIn } from '../project/option-number.ts';
import { UsageError } from '../project/usage-error.ts';
import type { Kind } from './classifier.ts';
import type { LabelledRow } from './tables.ts';

export const pictures: Kind = {
  bestOf: (output) => (output as LabelPrediction).ranking[0]?.label ?? '',
};

export const texts: Kind = {
  sampleOf: textSample,
  bestOf: (output, { summary }) => summary(output).prediction,
};

/** The label of a sample is the index of its best text. */
export const rankings: Kind = { bestOf: texts.bestOf };

/** @throws {UsageError} if a row has no column `text` and several others */
export function textSample({ name, label, cells }: LabelledRow) {
  const text = cells.get('text') ?? (cells.size === 1 ? [...cells.values()][0] : undefined);
  if (text === undefined) {
    throw new UsageError(
      `--csv needs a column "text" beside the labels; it has ${[...cells.keys()].join(', ')}`,
    );
  }
  return { name, label, mediaType: 'text/plain', bytes: Buffer.from(text) };
}

/** An output is a label or the scores of classes. */
export const rows: Kind = {
  sampleOf: rowSample,
  bestOf: (output) => classOf(output as Tensors),
};

/**
 * An inference request. Each of several inputs takes the column of its name; a single input takes all columns in their order.
 */
function rowSample({ name, label, cells }: LabelledRow, inputs: readonly TensorInfo[]) {
  const tensors = inputs.map((input) => {
    const { datatype, shape } = input;
    const own = inputs.length === 1 ? [...cells.values()] : [cells.get(input.name)];
    const data = own.map((cell) => cellValue(cell, input, name));
    const sizes = shape.map((size, place) => {
      if (size > 0) return size;
      return place === 0 && shape.length > 1 ? 1 : data.length;
    });
    return { name: input.name, datatype, shape: sizes, data };
  });
  const bytes = Buffer.from(JSON.stringify({ inputs: tensors }));
  return { name, label: plain(label), mediaType: 'application/json', bytes };
}

/** @throws {UsageError} naming the row with a cell that is missing or no number */
function cellValue(cell: string | undefined, { name, datatype }: TensorInfo, row: string): unknown {
  if (cell === undefined)
    throw new UsageError(`--csv has no column "${name}", which is an input of the model`);
  if (datatype === 'BYTES') return cell;
  if (datatype === 'BOOL') return /^(1|true)$/i.test(cell);
  const value = numberIn(cell);
  if (Number.isFinite(value)) return value;
  throw new UsageError(`${row} of --csv: "${cell}" is not a number, but the input "${name}" is ${datatype}`);
}

/**
 * The class that a model's outputs name. An output with a single element has its name or number; otherwise the class
 * has the highest score.
 */
function classOf(outputs: Tensors): string {
  const all = Object.values(outputs) as Tensor[];
  const single = all.filter(({ data }) => data.length === 1);
  const text = single.find(({ datatype }) => datatype === 'BYTES')?.data[0];
  if (text instanceof Uint8Array) return plain(Buffer.from(text).toString());
  return classIn(single[0] ?? all[0]!);
}

/** A single score is the probability of class 1, so 0.5 separates the classes. */
function classIn({ datatype, data }: Tensor): string {
  const values = Array.from(data as ArrayLike<number>, Number);
  if (values.length > 1) return String(values.indexOf(Math.max(...values)));
  return String(datatype.startsWith('FP') ? Number(values[0]! > 0.5) : values[0]);
}

/** `1.0`, as spreadsheets write it, is the class 1. */
function plain(label: string): string {
  const number = numberIn(label);
  return Number.isFinite(number) ? String(number) : label;
}
