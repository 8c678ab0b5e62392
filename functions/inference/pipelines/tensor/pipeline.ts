/** Pipeline `tensor`: named tensors in, named tensors out, as the members have them. Several members are averaged. */
import path from 'node:path';
import * as v from 'valibot';
import { checkManifest } from '../../model/manifest.ts';
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
import { LabelsSchema, readLabels } from '../labels.ts';
import type { Graph, GraphPlace, Pipeline, PipelineDefinition, Vote } from '../pipeline.ts';
import { type ClassNames, classNames } from './class-names.ts';
import { blankTensor, packTensors, unpackTensors } from './pack.ts';
import { plainMessage } from './runtime-message.ts';
import { type TensorInput, type TensorPrediction, tensorView } from './tensor-view.ts';

const ELEMENTS_SHOWN = 10;

const Schema = v.looseObject({
  /** Names of the outputs that are given; by default all that are tensors. */
  outputs: v.optional(v.pipe(v.array(v.string()), v.minLength(1))),
  /** Shapes of the tensors of zeros that members are warmed up with, where a graph leaves dimensions open. */
  shapes: v.optional(v.record(v.string(), v.array(v.pipe(v.number(), v.integer(), v.minValue(0)))), {}),
  /** The classes of a classifier, in the order of their numbers: their names become an output. */
  labels: v.optional(LabelsSchema),
});

export const tensor: PipelineDefinition = {
  name: 'tensor',
  fields: Schema,
  async open(content, directory, graphs) {
    const manifest = path.join(directory, 'ensemble.json');
    const { outputs, shapes, labels: list } = checkManifest(Schema, content, manifest);
    const [first, ...others] = graphs as [Graph, ...Graph[]];
    const given = places(
      first,
      'gives',
      first.outputs.filter(({ name, datatype }) => outputs?.includes(name) ?? datatype !== undefined),
    );
    const missing = outputs?.filter((name) => !given.some((place) => place.name === name)) ?? [];
    if (missing.length > 0 || given.length === 0) {
      throw new ModelError(`${first.file} has no output "${missing.join('", "')}" that is a tensor`);
    }
    const taken = places(first, 'takes', first.inputs);
    for (const other of others) requireAlike(first.file, taken, given, other);
    if (others.length > 0) requireAveraged(first.file, given);
    const labels = list && (await readLabels(directory, { labels: list }));
    const names = labels && classNames(first.file, labels, given);
    return {
      ...createPipeline(taken, given, shapes, names),
      ...(labels && { labels: { labels } }),
    } as Pipeline;
  },
};

function createPipeline(
  inputs: readonly TensorInfo[],
  outputs: readonly TensorInfo[],
  shapes: Readonly<Record<string, number[]>>,
  classes: ClassNames | undefined,
): Pipeline<TensorInput, Tensors, TensorPrediction> {
  const names = outputs.map(({ name }) => name);
  return {
    name: tensor.name,
    decode:
      ({ tensors }) =>
      () =>
        tensors,
    blank: () => () =>
      Object.fromEntries(inputs.map((info) => [info.name, blankTensor(info, shapes[info.name])])),
    outputsOf: () => names,
    read: (given) => given,
    failure: (error) =>
      new Problem('invalid-tensor', `The model cannot take these tensors: ${plainMessage(error.message)}`),
    combine: (votes, weightLeft, { wanted }) => ({
      output: averageVotes(votes, wanted),
      decided: weightLeft === 0,
    }),
    summary: (output) => ({
      answer: Object.entries(output)
        .map(([name, given]) => `${name} ${describeTensor(given)}`)
        .join(', '),
    }),
    pack: packTensors,
    unpack: unpackTensors,
    explain: (votes, output) => ({
      members: votes.map(({ name, weight, milliseconds }) => ({ name, weight, milliseconds })),
      outputs: Object.fromEntries(
        Object.entries(output).map(([name, { datatype, shape, data }]: [string, Tensor]) => [
          name,
          {
            datatype,
            shape,
            elements: elementCount(shape),
            first: shown(datatype === 'FP16' ? halvesOf(data) : data),
          },
        ]),
      ),
    }),
    tensors: tensorView(inputs, outputs, classes),
  };
}

function places(graph: Graph, verb: string, found: readonly GraphPlace[]): TensorInfo[] {
  return found.map(({ name, datatype, shape }) => {
    if (datatype === undefined) {
      throw new ModelError(
        `${graph.file} ${verb} "${name}", which is no tensor: export it as one (scikit-learn: zipmap=False)`,
      );
    }
    return {
      name,
      datatype,
      shape: shape.map((size) => (typeof size === 'number' && size >= 0 ? size : -1)),
    };
  });
}

function requireAlike(file: string, taken: TensorInfo[], given: TensorInfo[], other: Graph): void {
  const same = (place: TensorInfo, found: readonly GraphPlace[]) =>
    found.some(({ name, datatype }) => name === place.name && datatype === place.datatype);
  const lacking = [
    ...taken.filter((place) => !same(place, other.inputs)),
    ...given.filter((place) => !same(place, other.outputs)),
  ];
  if (lacking.length === 0 && other.inputs.length === taken.length) return;
  const places = lacking.map((place) => `${describeTensor(place)} "${place.name}"`).join(', ');
  throw new ModelError(`${other.file} does not take and give what ${file} does: ${places || 'other inputs'}`);
}

function requireAveraged(file: string, given: TensorInfo[]): void {
  const wrong = given.filter(({ datatype }) => !isAveraged(datatype));
  if (wrong.length === 0) return;
  const names = wrong.map(({ name, datatype }) => `"${name}" (${datatype})`).join(', ');
  throw new ModelError(
    `${file} gives ${names}, of which several members have no mean: name the others in "outputs" of ensemble.json`,
  );
}

function shown(data: ArrayLike<unknown>): unknown[] {
  return Array.from({ length: Math.min(ELEMENTS_SHOWN, data.length) }, (_, index) => {
    const element = data[index];
    if (element instanceof Uint8Array) return Buffer.from(element).toString('utf8');
    return typeof element === 'bigint' ? String(element) : element;
  });
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
  const mean = new (datatype === 'FP32' ? Float32Array : Float64Array)(data.length);
  const weights = votes.reduce((sum, { weight }) => sum + weight, 0);
  for (const { weight, memberOutput } of votes) {
    const values = memberOutput[name]!.data as Float32Array | Float64Array;
    if (values.length !== mean.length) throw new Error(`members give "${name}" in different sizes`);
    for (let index = 0; index < mean.length; index++) mean[index]! += (weight / weights) * values[index]!;
  }
  return { datatype, shape, data: mean } as Tensor;
}
