/** Pipeline `tensor`: takes the named inputs of its single member, and returns its named outputs. */
import * as v from 'valibot';
import { ModelError } from '../../model/model-error.ts';
import { blank } from '../../model/tensor-part.ts';
import {
  ARRAYS,
  closedShape,
  type Datatype,
  describeTensor,
  elementCount,
  halvesOf,
  type Tensor,
  type TensorInfo,
  type Tensors,
} from '../../model/tensors.ts';
import { Problem } from '../../problems/problems.ts';
import { describeValues, type Graph, type ValueInfo } from '../pipeline.ts';
import { definePipeline, type OpenedPipeline } from '../shared/define-pipeline.ts';
import { bytesOf, toBase64 } from '../shared/tensors.ts';
import { explainedMembers } from '../shared/votes.ts';
import { plainMessage } from './runtime-message.ts';
import { type TensorInput, tensorView } from './tensor-view.ts';

const ELEMENTS_SHOWN = 10;

export const ONE_MEMBER =
  'a model of tensors has one member, because tensors cannot be averaged in general: average in the graph, or add several models';

const Schema = v.looseObject({
  /** Names of the outputs in responses; by default, all outputs that are tensors. */
  outputs: v.optional(v.pipe(v.array(v.string()), v.minLength(1))),
  /** If an input has open dimensions in the graph: the shape of the zeros that it gets in the warm-up, by the input's name. */
  shapes: v.optional(v.record(v.string(), v.array(v.pipe(v.number(), v.integer(), v.minValue(0)))), {}),
});

type Opened = OpenedPipeline<TensorInput, Tensors, Tensors>;

export const tensor = definePipeline({
  name: 'tensor',
  fields: Schema,
  async open({ outputs: named, shapes }, directory, graphs): Promise<Opened> {
    const [first, ...others] = graphs as [Graph, ...Graph[]];
    const { file } = first;
    if (others.length > 0) throw new ModelError(`${directory}: ${ONE_MEMBER}`);
    const inputs = tensorsOf(file, 'takes', first.inputs);
    const outputs = tensorsOf(
      file,
      'gives',
      first.outputs.filter(({ name, datatype }) => named?.includes(name) ?? datatype !== undefined),
    );
    const names = outputs.map(({ name }) => name);
    const missing = named?.filter((name) => !names.includes(name)) ?? [];
    if (missing.length > 0 || names.length === 0) {
      const wanted = missing.length > 0 ? `none is a tensor "${missing.join('" or "')}"` : 'none is a tensor';
      throw new ModelError(`${file} gives ${describeValues(first.outputs)}: ${wanted} of a supported type`);
    }
    const blankInputs = Object.fromEntries(
      inputs.map((input) => [input.name, blankTensor(input, shapes[input.name])]),
    );
    return {
      decode:
        ({ tensors }) =>
        () => [tensors],
      blank: () => () => [blankInputs],
      guessesBlank: true,
      outputsOf: () => names,
      read: (given) => given,
      failure: (error) =>
        new Problem('invalid-tensor', `The model cannot take these tensors: ${plainMessage(error.message)}`),
      combine: ([vote], _weightLeft, { wanted }) => ({
        output: Object.fromEntries(wanted.map((name) => [name, vote!.memberOutput[name]!])),
        decided: true,
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
      tensors: tensorView(inputs, outputs),
    };
  },
});

function tensorsOf(file: string, verb: string, found: readonly ValueInfo[]): TensorInfo[] {
  return found.map(({ name, datatype, shape }) => {
    if (datatype === undefined) {
      throw new ModelError(
        `${file} ${verb} "${name}", which is not a supported tensor: export it as a tensor (scikit-learn: zipmap=False)`,
      );
    }
    return {
      name,
      datatype,
      shape: shape.map((size) => (typeof size === 'number' && size >= 0 ? size : -1)),
    };
  });
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

/** A tensor as the response cache keeps it. The elements are in base64. */
type Packed = [name: string, datatype: Datatype, shape: readonly number[], data: string | string[]];

export function packTensors(tensors: Tensors): string {
  return JSON.stringify(
    Object.entries(tensors).map(
      ([name, { datatype, shape, data }]): Packed => [
        name,
        datatype,
        shape,
        ArrayBuffer.isView(data) ? toBase64(data) : data.map(toBase64),
      ],
    ),
  );
}

export function unpackTensors(text: string): Tensors {
  const packed = JSON.parse(text) as Packed[];
  return Object.fromEntries(
    packed.map(([name, datatype, shape, packedData]) => {
      const data =
        datatype === 'BYTES'
          ? [packedData].flat().map(bytesOf)
          : new ARRAYS[datatype](bytesOf(packedData as string).buffer);
      return [name, { datatype, shape, data } as Tensor];
    }),
  );
}

/** @param shape by default the shape of the input, with a size of 1 for every open dimension */
export function blankTensor({ datatype, shape: open }: TensorInfo, shape?: readonly number[]): Tensor {
  const filled = shape ?? closedShape(open);
  if (datatype !== 'BYTES') return blank(datatype, filled);
  const data = Array.from({ length: elementCount(filled) }, () => new Uint8Array(0));
  return { datatype, shape: filled, data };
}
