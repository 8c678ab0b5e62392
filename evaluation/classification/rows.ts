/** The pipeline `tensor`, where an output is a label or the scores of classes. */
import {
  elementCount,
  type Tensor,
  type TensorInfo,
  type Tensors,
} from '../../functions/inference/model/tensors.ts';
import { loadLocalModel } from '../../model-repository/local-requests.ts';
import { UsageError } from '../../project/usage-error.ts';
import { type LabelledRow, readTable } from '../csv.ts';
import type { Kind } from './kind.ts';
import { labelledOf } from './labelled-samples.ts';

export const rows: Kind = {
  what: 'rows',
  async samplesOf(model, { csv, label, url }) {
    if (csv === undefined || url !== undefined) {
      throw new UsageError(
        'a model of tensors is evaluated here, on the rows of --csv FILE with a column of labels',
      );
    }
    const { ensemble } = await loadLocalModel(model, 1);
    const { inputs } = ensemble.pipeline.tensors;
    return { samples: labelledOf(readTable(csv, label).map((row) => rowSample(row, inputs))), place: csv };
  },
  // What occurs in the table: graphs do not say it.
  labelsOf: async (_, samples) => ({
    listed: [...new Set(samples.map(({ label }) => label))],
    reject: undefined,
  }),
  bestOf: (memberOutput) => labelIn(memberOutput as Tensors),
  predictionOf(output) {
    const label = labelIn(output as Tensors);
    return { predicted: label, best: label };
  },
};

/** An inference request: each of several inputs takes the column of its name, a single one takes all columns in their order. */
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
  const bytes = new TextEncoder().encode(JSON.stringify({ inputs: tensors }));
  return { name, label: plain(label), mediaType: 'application/json', bytes };
}

/** @throws {UsageError} naming the row whose cell is missing or no number */
function cellValue(cell: string | undefined, { name, datatype }: TensorInfo, row: string): unknown {
  if (cell === undefined)
    throw new UsageError(`--csv has no column "${name}", which is an input of the model`);
  if (datatype === 'BYTES') return cell;
  if (datatype === 'BOOL') return /^(1|true)$/i.test(cell);
  const value = cell.trim() === '' ? Number.NaN : Number(cell);
  if (Number.isFinite(value)) return value;
  throw new UsageError(`${row} of --csv: "${cell}" is no number, but the input "${name}" is ${datatype}`);
}

/** The output of one element, where a score above a half is class 1; else the index of the largest score. */
function labelIn(outputs: Tensors): string {
  const all = Object.values(outputs) as Tensor[];
  const one = all.find(({ shape }) => elementCount(shape) === 1);
  if (one) {
    const [value] = one.data;
    if (one.datatype.startsWith('FP')) return String(Number(Number(value) > 0.5));
    return plain(value instanceof Uint8Array ? Buffer.from(value).toString() : String(value));
  }
  const scores = Array.from(all[0]?.data as ArrayLike<number>, Number);
  return String(scores.indexOf(Math.max(...scores)));
}

/** `1.0`, as spreadsheets write it, is the class 1. */
function plain(label: string): string {
  return label.trim() !== '' && Number.isFinite(Number(label)) ? String(Number(label)) : label;
}
