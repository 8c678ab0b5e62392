/** What differs between classifiers of pictures, of texts, and of rows (the pipeline `tensor`). */
import {
  elementCount,
  type Tensor,
  type TensorInfo,
  type Tensors,
} from '../functions/inference/model/tensors.ts';
import { checkFields } from '../functions/inference/pipelines/define-pipeline.ts';
import { ImageLabelsSchema } from '../functions/inference/pipelines/image-classification/manifest.ts';
import type { LabelPrediction } from '../functions/inference/pipelines/image-classification/prediction.ts';
import { readLabels } from '../functions/inference/pipelines/labels.ts';
import { TextClassificationSchema } from '../functions/inference/pipelines/text-classification/pipeline.ts';
import {
  bestOf,
  type TextClassification,
} from '../functions/inference/pipelines/text-classification/probabilities.ts';
import { loadLocalModel } from '../model-repository/local-requests.ts';
import { readSamples } from '../model-repository/request-source.ts';
import { numberIn } from '../project/option-number.ts';
import { UsageError } from '../project/usage-error.ts';
import type { Kind, Labels } from './classifier.ts';
import { labelledOf, listSamples } from './samples.ts';
import { type LabelledRow, readTable } from './tables.ts';

export const pictures: Kind = {
  what: 'pictures',
  samplesOf: async ({ directory }, { images }) =>
    images === undefined ? ownSamples(directory) : listSamples(images, directory),
  async labelsOf({ directory, manifest }) {
    const own = checkFields(ImageLabelsSchema, manifest, directory);
    return { listed: await readLabels(directory, own), reject: own.reject?.label };
  },
  bestOf: (memberOutput, { listed }) => bestOf((memberOutput as Float32Array[])[0]!, listed).label,
  predictionOf(output) {
    const { label, ranking, confidence, rejected } = output as LabelPrediction;
    return { predicted: label, best: ranking[0]?.label ?? '', sureness: { confidence, refused: rejected } };
  },
};

export const texts: Kind = {
  what: 'texts',
  samplesOf: async ({ directory }, { csv, label }) =>
    csv === undefined ? ownSamples(directory) : labelledOf((await readTable(csv, label)).map(textSample)),
  async labelsOf({ directory, manifest }) {
    const own = checkFields(TextClassificationSchema, manifest, directory);
    return { listed: await readLabels(directory, own) };
  },
  bestOf: (memberOutput, { listed }) => bestOf((memberOutput as Float32Array[])[0]!, listed).label,
  predictionOf(output, { listed }) {
    const { label, probability } = bestOf((output as TextClassification).probabilities[0]!, listed);
    return { predicted: label, best: label, sureness: { confidence: probability } };
  },
};

async function ownSamples(directory: string) {
  return labelledOf(await readSamples(directory));
}

/** @throws {UsageError} where a row has no column `text` and more than one that it could be */
function textSample({ name, label, cells }: LabelledRow) {
  const text = cells.get('text') ?? (cells.size === 1 ? [...cells.values()][0] : undefined);
  if (text === undefined) {
    throw new UsageError(
      `--csv needs a column "text" beside the labels; there is ${[...cells.keys()].join(', ')}`,
    );
  }
  return { name, label, mediaType: 'text/plain', bytes: new TextEncoder().encode(text) };
}

/** An output is a label or the scores of classes. */
export const rows: Kind = {
  what: 'rows',
  async samplesOf(model, { csv, label, url }) {
    if (csv === undefined || url !== undefined) {
      throw new UsageError('a model of tensors needs --csv FILE with a column of labels, and no --url');
    }
    const { ensemble } = await loadLocalModel(model);
    const { inputs } = ensemble.pipeline.tensors;
    return labelledOf((await readTable(csv, label)).map((row) => rowSample(row, inputs)));
  },
  async labelsOf({ directory, manifest }, samples) {
    const { labels } = manifest as { labels?: Parameters<typeof readLabels>[1]['labels'] };
    if (labels) return { listed: await readLabels(directory, { labels }) };
    return { listed: [...new Set(samples.map(({ label }) => label))], unordered: true };
  },
  bestOf: (memberOutput, labels) => labelIn(memberOutput as Tensors, labels),
  predictionOf(output, labels) {
    const label = labelIn(output as Tensors, labels);
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
  const value = numberIn(cell);
  if (Number.isFinite(value)) return value;
  throw new UsageError(`${row} of --csv: "${cell}" is no number, but the input "${name}" is ${datatype}`);
}

/** A text of one element; else the class of the one element, or of the largest score, by its name where the model has names. */
function labelIn(outputs: Tensors, { listed, unordered }: Labels): string {
  const all = Object.values(outputs) as Tensor[];
  const single = all.filter(({ shape }) => elementCount(shape) === 1);
  const text = single.find(({ datatype }) => datatype === 'BYTES')?.data[0];
  if (text instanceof Uint8Array) return plain(Buffer.from(text).toString());
  const number = classIn(single[0] ?? all[0]!);
  return (unordered ? undefined : listed[Number(number)]) ?? number;
}

/** Of a single score, one above a half is class 1. */
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
