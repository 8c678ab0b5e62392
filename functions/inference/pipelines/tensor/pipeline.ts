/** Pipeline `tensor`: named tensors in, named tensors out, as the members have them. Several members are averaged. */
import * as v from 'valibot';
import { ModelError } from '../../model/model-error.ts';
import {
  type Datatype,
  describeTensor,
  elementCount,
  halvesOf,
  type Tensor,
  type TensorInfo,
  type Tensors,
} from '../../model/tensors.ts';
import { Problem } from '../../problems/problems.ts';
import type { Graph, GraphPlace, Vote } from '../pipeline.ts';
import { definePipeline, type OpenedPipeline } from '../shared/define-pipeline.ts';
import { LabelsSchema, readLabels } from '../shared/labels.ts';
import { addVotes, explainedMembers, weightOf } from '../shared/votes.ts';
import { exampleTensor, packTensors, unpackTensors } from './pack.ts';
import { plainMessage } from './runtime-message.ts';
import { classNames, type TensorInput, type TensorPrediction, tensorView } from './tensor-view.ts';

const ELEMENTS_SHOWN = 10;

const Schema = v.looseObject({
  /** Names of the outputs that are given; by default all that are tensors. */
  outputs: v.optional(v.pipe(v.array(v.string()), v.minLength(1))),
  /** Shapes of the zeros for the warm-up, if the graph leaves dimensions open. */
  shapes: v.optional(v.record(v.string(), v.array(v.pipe(v.number(), v.integer(), v.minValue(0)))), {}),
  /** Values for the warm-up, if the graph fails on zeros: one for every element, or nested arrays. */
  examples: v.optional(v.record(v.string(), v.unknown()), {}),
  /** Names of the classes of a classifier, in the order of their numbers, which become an additional output. */
  labels: v.optional(LabelsSchema),
});

type Opened = OpenedPipeline<TensorInput, Tensors, TensorPrediction>;

export const tensor = definePipeline({
  name: 'tensor',
  fields: Schema,
  async open({ outputs: named, shapes, examples, labels: list }, directory, graphs): Promise<Opened> {
    const [first, ...others] = graphs as [Graph, ...Graph[]];
    const { file } = first;
    const inputs = tensorsOf(file, 'takes', first.inputs);
    const outputs = tensorsOf(
      file,
      'gives',
      first.outputs.filter(({ name, datatype }) => named?.includes(name) ?? datatype !== undefined),
    );
    const names = outputs.map(({ name }) => name);
    const missing = named?.filter((name) => !names.includes(name)) ?? [];
    if (missing.length > 0 || names.length === 0) {
      throw new ModelError(`${file} has no output "${missing.join('", "')}" that is a tensor`);
    }
    for (const other of others) requireAlike(file, inputs, outputs, other);
    if (others.length > 0) requireAveraged(file, outputs);
    const blank = Object.fromEntries(
      inputs.map((place) => [place.name, exampleTensor(place, examples[place.name], shapes[place.name])]),
    );
    const labels = list && (await readLabels(directory, { labels: list }));
    return {
      ...(labels && { labels: { labels } }),
      decode:
        ({ tensors }) =>
        () => [tensors],
      blank: () => () => [blank],
      guessesBlank: true,
      outputsOf: () => names,
      read: (given) => given,
      failure: (error) =>
        new Problem('invalid-tensor', `The model cannot take these tensors: ${plainMessage(error.message)}`),
      combine: (votes, weightLeft, { wanted }) => ({
        output: averageVotes(votes, wanted),
        decided: weightLeft === 0,
      }),
      summary: (output) => ({
        prediction: Object.entries(output)
          .map(([name, given]) => `${name} ${describeTensor(given)}`)
          .join(', '),
      }),
      pack: packTensors,
      unpack: unpackTensors,
      explain: (votes, output) => ({
        members: explainedMembers(votes),
        outputs: Object.fromEntries(Object.entries(output).map(([name, given]) => [name, explained(given)])),
      }),
      tensors: tensorView(inputs, outputs, labels && classNames(file, labels, outputs)),
    };
  },
});

function tensorsOf(file: string, verb: string, found: readonly GraphPlace[]): TensorInfo[] {
  return found.map(({ name, datatype, shape }) => {
    if (datatype === undefined) {
      throw new ModelError(
        `${file} ${verb} "${name}", which is no tensor: export it as one (scikit-learn: zipmap=False)`,
      );
    }
    return {
      name,
      datatype,
      shape: shape.map((size) => (typeof size === 'number' && size >= 0 ? size : -1)),
    };
  });
}

function requireAlike(file: string, inputs: TensorInfo[], outputs: TensorInfo[], other: Graph): void {
  const same = (place: TensorInfo, found: readonly GraphPlace[]) =>
    found.some(({ name, datatype }) => name === place.name && datatype === place.datatype);
  const lacking = [
    ...inputs.filter((place) => !same(place, other.inputs)),
    ...outputs.filter((place) => !same(place, other.outputs)),
  ];
  if (lacking.length === 0 && other.inputs.length === inputs.length) return;
  const names = lacking.map((place) => `${describeTensor(place)} "${place.name}"`).join(', ');
  throw new ModelError(`${other.file} does not take and give what ${file} does: ${names || 'other inputs'}`);
}

function requireAveraged(file: string, given: TensorInfo[]): void {
  const wrong = given.filter(({ datatype }) => !isAveraged(datatype));
  if (wrong.length === 0) return;
  const names = wrong.map(({ name, datatype }) => `"${name}" (${datatype})`).join(', ');
  throw new ModelError(
    `${file} gives ${names}, of which several members have no mean: name the others in "outputs" of ensemble.json`,
  );
}

function explained({ datatype, shape, data }: Tensor) {
  const elements: ArrayLike<unknown> = datatype === 'FP16' ? halvesOf(data) : data;
  const first = Array.from({ length: Math.min(ELEMENTS_SHOWN, elements.length) }, (_, index) => {
    const element = elements[index];
    if (element instanceof Uint8Array) return Buffer.from(element).toString('utf8');
    return typeof element === 'bigint' ? String(element) : element;
  });
  return { datatype, shape, elements: elementCount(shape), first };
}

/** Whether tensors of this datatype have a mean of the same datatype. */
export function isAveraged(datatype: Datatype): boolean {
  return datatype === 'FP32' || datatype === 'FP64';
}

function averageVotes(votes: readonly Vote<Tensors>[], wanted: readonly string[]): Tensors {
  const [first] = votes as [Vote<Tensors>];
  return Object.fromEntries(
    wanted.map((name) => [name, votes.length === 1 ? first.memberOutput[name]! : average(votes, name)]),
  );
}

function average(votes: readonly Vote<Tensors>[], name: string): Tensor {
  const [first] = votes as [Vote<Tensors>];
  const { datatype, shape, data } = first.memberOutput[name] as Tensor & { datatype: 'FP32' | 'FP64' };
  const weights = weightOf(votes);
  const shares = votes.map((vote) => ({ ...vote, weight: vote.weight / weights }));
  const blank = new (datatype === 'FP32' ? Float32Array : Float64Array)(data.length);
  const mean = addVotes(blank, shares, (given) => given[name]!.data as Float32Array | Float64Array);
  return { datatype, shape, data: mean } as Tensor;
}
