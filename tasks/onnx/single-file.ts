/**
 * An ONNX model as one file. Exporters like to put weights into a second one beside it (torch: `model.onnx.data`);
 * a task that is made here has one file with one SHA-256 for every member, so the weights are put back in.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { TaskError } from '../task-error.ts';
import { type Field, fieldsOf, lengthDelimited } from './protobuf.ts';

/** What protocol buffers, and so ONNX files, hold at most. */
const LARGEST_BYTES = 2 ** 31 - 1;

/** Fields of ONNX's messages below which there are tensors, by the message that each holds. */
const TENSOR = 'tensor';
type Below = Readonly<Record<number, 'graph' | 'node' | 'attribute' | typeof TENSOR>>;
const MODEL: Below = { 7: 'graph' };
const MESSAGES: Readonly<Record<'graph' | 'node' | 'attribute', Below>> = {
  graph: { 1: 'node', 5: TENSOR },
  node: { 5: 'attribute' },
  attribute: { 5: TENSOR, 6: 'graph', 10: TENSOR, 11: 'graph' },
};
/** Fields of a tensor. */
const RAW_DATA = 9;
const EXTERNAL_DATA = 13;
const DATA_LOCATION = 14;

/** @returns the file of a weight, read once */
type ReadBeside = (location: string) => Promise<Buffer>;

/**
 * Reads a model with all its weights.
 *
 * @throws {TaskError} where a file is missing, or all of it is too much for one
 */
export async function readSingleFile(file: string): Promise<Buffer> {
  const model = await read(file, `there is no file ${file}`);
  const pieces = await withWeights(model, MODEL, readerBeside(file)).catch((error: Error) => {
    if (!(error instanceof RangeError)) throw error;
    throw new TaskError(`${file} is no ONNX model`);
  });
  if (!pieces) return model;
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (bytes > LARGEST_BYTES) {
    throw new TaskError(
      `${file} has ${(bytes / 1e9).toFixed(1)} GB with the weights beside it; one file holds 2.1 GB at most, ` +
        'and Lambda much less',
    );
  }
  return Buffer.concat(pieces, bytes);
}

/** @returns the message in pieces; undefined where nothing in it lies elsewhere */
async function withWeights(
  message: Buffer,
  below: Below,
  readBeside: ReadBeside,
): Promise<Buffer[] | undefined> {
  const pieces: Buffer[] = [];
  let changed = false;
  for (const field of fieldsOf(message)) {
    const holds = field.wireType === 2 ? below[field.number] : undefined;
    const content =
      holds === undefined
        ? undefined
        : holds === TENSOR
          ? await filledTensor(field.content, readBeside)
          : await withWeights(field.content, MESSAGES[holds], readBeside);
    if (content) changed = true;
    pieces.push(...(content ? lengthDelimited(field.number, content) : [field.bytes]));
  }
  return changed ? pieces : undefined;
}

async function filledTensor(tensor: Buffer, readBeside: ReadBeside): Promise<Buffer[] | undefined> {
  const fields = [...fieldsOf(tensor)];
  if (!fields.some(({ number, value }) => number === DATA_LOCATION && value === 1)) return undefined;
  const { location = '', offset = '0', length } = placeOf(fields);
  const all = await readBeside(location);
  const start = Number(offset);
  const end = length === undefined ? all.length : start + Number(length);
  if (!(start >= 0 && start <= end && end <= all.length)) {
    throw new TaskError(
      `${location} is cut off: it has ${all.length} bytes, weights are expected up to ${end}`,
    );
  }
  const kept = fields.filter(({ number }) => ![RAW_DATA, EXTERNAL_DATA, DATA_LOCATION].includes(number));
  return [...kept.map(({ bytes }) => bytes), ...lengthDelimited(RAW_DATA, [all.subarray(start, end)])];
}

/** Entries of `external_data`: location, offset, length. */
function placeOf(fields: readonly Field[]): Readonly<Record<string, string | undefined>> {
  const entries = fields
    .filter(({ number }) => number === EXTERNAL_DATA)
    .map(({ content }) => {
      const parts = [...fieldsOf(content)];
      const text = (wanted: number) =>
        parts.find(({ number }) => number === wanted)?.content.toString('utf8') ?? '';
      return [text(1), text(2)];
    });
  return Object.fromEntries(entries);
}

function readerBeside(file: string): ReadBeside {
  const known = new Map<string, Promise<Buffer>>();
  return (location) => {
    const beside = path.join(path.dirname(file), location);
    const inside = path.relative(path.dirname(file), beside);
    if (inside.startsWith('..') || path.isAbsolute(inside) || path.isAbsolute(location)) {
      throw new TaskError(`${file} has weights outside of its folder, in ${location}: put them beside it`);
    }
    const missing = `${file} keeps its weights in a second file, ${location}, which is not beside it: copy it there`;
    const bytes = known.get(beside) ?? read(beside, missing);
    known.set(beside, bytes);
    return bytes;
  };
}

async function read(file: string, missing: string): Promise<Buffer> {
  return readFile(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') throw new TaskError(missing, { cause, exitCode: 2 });
    throw new TaskError(`${file} cannot be read: ${cause.message}`, { cause });
  });
}
