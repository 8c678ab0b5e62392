/** Tests whether the requests of a batch change each other's outputs: runs two requests together, and each of them alone. */
import { part } from '../model/tensor-part.ts';
import { halvesOf, type SizedTensor, type Tensor, type Tensors } from '../model/tensors.ts';
import type { BatchLimits } from './batch-queue.ts';
import { areStackable, stack, unstack } from './stack.ts';

type Pair = readonly [Tensors, Tensors];

/** What is needed to test whether requests of a member may share a batch. */
export interface Trial extends Pick<BatchLimits, 'padded'> {
  run(tensors: Tensors): Promise<Tensors>;
  /** A request that the member accepts. */
  readonly blank: Tensors;
  /** Two requests with different content, made by the pipeline. If undefined, the test derives them from the blank request. */
  readonly contrasting: Pair | undefined;
}

/** @returns the reason why requests must not share a batch; undefined if they may share a batch, or cannot be stacked */
export async function findDependence(trial: Trial): Promise<string | undefined> {
  let failure = '';
  for (const pair of trial.contrasting ? [trial.contrasting] : pairsOf(trial.blank)) {
    if (!areStackable(...pair, trial.padded ?? false)) return undefined;
    try {
      const alone = [await trial.run(pair[0]), await trial.run(pair[1])] as const;
      return await compare(trial, pair, alone);
    } catch (error) {
      failure = (error as Error).message;
    }
  }
  return `it fails on the requests that test whether a batch changes outputs: ${failure}`;
}

async function compare({ run, padded }: Trial, pair: Pair, alone: Pair): Promise<string | undefined> {
  const random = findDifference(await run(pair[0]), alone[0]);
  if (random) return `${random} when a request runs again, so the effect of a batch cannot be tested`;
  let together: Tensors[];
  try {
    together = unstack(await run(stack(pair)), pair);
  } catch (error) {
    return (error as Error).message;
  }
  const [one, other] = together.map((given, index) => findDifference(given, alone[index]!, padded));
  const changed = one ?? other;
  return changed && `${changed} when another request is in the batch`;
}

/**
 * Largest difference that counts as rounding, as a share of an output's largest element. A larger batch adds numbers in another
 * order, and half precision has 11 bits. The difference is larger if a graph normalises or quantises by one scale for the batch.
 */
const ROUNDING = 1e-3;

/**
 * @returns a description of the first output whose shape differs, whose numbers differ by more than rounding, or whose numbers
 * are all infinite or NaN; undefined if there is none. Integers, booleans and texts must be equal
 * @param padded whether the outputs of the batch may be larger
 */
function findDifference(given: Tensors, expected: Tensors, padded = false): string | undefined {
  for (const name in expected) {
    const [one, other] = [given[name]!, expected[name]!];
    if (!other.shape.every((size, axis) => one.shape[axis] === size || (padded && one.shape[axis]! > size))) {
      return `"${name}" is [${one.shape.join(', ')}] instead of [${other.shape.join(', ')}]`;
    }
    // Elements of `one` outside the shape of `other` are padding, which nobody reads.
    const [found, wanted] = [elementsOf(part(one, other.shape)), elementsOf(other)];
    const isInexact = other.datatype.startsWith('FP');
    const finite = isInexact ? wanted.map(Number).filter(Number.isFinite) : [];
    if (isInexact && wanted.length > finite.length && finite.length === 0) {
      return `"${name}" consists of ${wanted[0]}`;
    }
    const most = ROUNDING * finite.reduce((largest, element) => Math.max(largest, Math.abs(element)), 0);
    const first = wanted.findIndex((element, index) => {
      const difference = isInexact ? Math.abs(Number(found[index]) - Number(element)) : Infinity;
      return !Object.is(found[index], element) && !(difference <= most);
    });
    if (first >= 0) return `element ${first} of "${name}" is ${found[first]} instead of ${wanted[first]}`;
  }
  return undefined;
}

function elementsOf({ datatype, data }: Tensor): unknown[] {
  if (datatype === 'BYTES') return data.map((bytes) => Buffer.from(bytes).toString('utf8'));
  return Array.from<unknown>(datatype === 'FP16' ? halvesOf(data) : data);
}

/** The first pair's requests differ in floats and integers, the second's only in floats: a graph may refuse other integers. */
function pairsOf(blank: Tensors): Pair[] {
  const pair = (integers: boolean): Pair => [varied(blank, true, integers), varied(blank, false, integers)];
  const hasFloats = Object.values(blank).some(({ datatype }) => datatype.startsWith('FP'));
  return [pair(true), ...(hasFloats ? [pair(false)] : [])];
}

function varied(tensors: Tensors, isFirst: boolean, integers: boolean): Tensors {
  const entries = Object.entries(tensors).map(([name, tensor]) => {
    const isVaried = tensor.datatype !== 'BYTES' && (integers || tensor.datatype.startsWith('FP'));
    return [name, isVaried ? variedTensor(tensor, isFirst) : tensor];
  });
  return Object.fromEntries(entries);
}

/** @param isFirst false for the second request. Its elements are smaller, so outputs change if the whole batch gets one scale. */
function variedTensor({ datatype, shape, data }: SizedTensor, isFirst: boolean): Tensor {
  const elements = datatype === 'FP16' ? halvesOf(data) : data;
  // The fractional parts of the multiples of an irrational number lie evenly between 0 and 1.
  const fraction = (index: number) =>
    isFirst ? ((index + 1) * Math.SQRT2) % 1 : (((index * (1 + Math.sqrt(5))) / 2) % 1) / 2;
  const filled = Array.from(elements as ArrayLike<number | bigint>, (element, index) => {
    if (datatype.startsWith('FP'))
      return Number(element) + fraction(index) * Math.max(1, Math.abs(Number(element)));
    if (datatype === 'UINT8') return 256 * fraction(index);
    // 0 and 1 are valid as indices and in masks.
    const bit = isFirst || index % 2 === 1;
    return typeof element === 'bigint' ? BigInt(bit) : Number(bit);
  });
  const Elements = elements.constructor as new (elements: unknown[]) => { readonly buffer: ArrayBuffer };
  const made = new Elements(filled);
  return { datatype, shape, data: datatype === 'FP16' ? new Uint16Array(made.buffer) : made } as Tensor;
}
