/** Where an ONNX model keeps weights outside of its file, which ONNX calls external data. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { damageOf, type Field, fieldsOf } from '../../functions/inference/model/protobuf.ts';
import { RepositoryError } from '../repository-error.ts';

/** Fields of ONNX's messages below which there are tensors, by the message that each holds. */
export const TENSOR = 'tensor';
export type Below = Readonly<Record<number, 'graph' | 'node' | 'attribute' | typeof TENSOR>>;
export const MODEL: Below = { 7: 'graph' };
export const MESSAGES: Readonly<Record<'graph' | 'node' | 'attribute', Below>> = {
  graph: { 1: 'node', 5: TENSOR },
  node: { 5: 'attribute' },
  attribute: { 5: TENSOR, 6: 'graph', 10: TENSOR, 11: 'graph' },
};
/** Fields of a tensor. */
export const EXTERNAL_DATA = 13;
export const DATA_LOCATION = 14;

/** Where a tensor's elements lie, as the graph says it. */
export interface ExternalPlace {
  readonly location: string;
  readonly offset: string;
  readonly length: string | undefined;
}

/** @returns undefined where the elements lie in the tensor itself */
export function externalPlace(tensor: readonly Field[]): ExternalPlace | undefined {
  if (!tensor.some(({ number, value }) => number === DATA_LOCATION && value === 1)) return undefined;
  const entries = tensor
    .filter(({ number }) => number === EXTERNAL_DATA)
    .map(({ content }) => {
      const parts = [...fieldsOf(content)];
      const text = (wanted: number) =>
        parts.find(({ number }) => number === wanted)?.content.toString('utf8') ?? '';
      return [text(1), text(2)];
    });
  const {
    location = '',
    offset = '0',
    length,
  }: Partial<Record<string, string>> = Object.fromEntries(entries);
  return { location, offset, length };
}

/**
 * The file that a graph names.
 *
 * @param model path of the model's file
 * @throws {RepositoryError} where it is outside of the model's folder
 */
export function fileBeside(model: string, location: string): string {
  const beside = path.join(path.dirname(model), location);
  const inside = path.relative(path.dirname(model), beside);
  if (inside.startsWith('..') || path.isAbsolute(inside) || path.isAbsolute(location)) {
    throw new RepositoryError(
      `${model} has weights outside of its folder, in ${location}: put them beside it`,
    );
  }
  return beside;
}

/**
 * The files beside a model that hold weights of it, as its graph names them.
 *
 * @throws {RepositoryError} where one is outside of the model's folder, or there is no model
 */
export async function externalFiles(model: string): Promise<string[]> {
  const bytes = await readFile(model);
  try {
    const locations = [...new Set(locationsIn(bytes, MODEL))];
    for (const location of locations) fileBeside(model, location);
    return locations;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RepositoryError(`${model} ${damageOf(bytes)}`);
  }
}

function* locationsIn(message: Buffer, below: Below): Generator<string> {
  for (const { wireType, number, content } of fieldsOf(message)) {
    const holds = wireType === 2 ? below[number] : undefined;
    if (holds === TENSOR) {
      const place = externalPlace([...fieldsOf(content)]);
      if (place) yield place.location;
    } else if (holds) yield* locationsIn(content, MESSAGES[holds]);
  }
}
