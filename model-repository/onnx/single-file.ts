/**
 * An ONNX model as one file. Exporters like to put weights into a second one beside it (torch: `model.onnx.data`);
 * a model that is made here has one file with one SHA-256 for every member, so the weights are put back in.
 */
import { readFile } from 'node:fs/promises';
import { damageOf, fieldsOf, lengthDelimited } from '../../functions/inference/model/protobuf.ts';
import { RepositoryError } from '../repository-error.ts';
import {
  type Below,
  DATA_LOCATION,
  EXTERNAL_DATA,
  externalPlace,
  fileBeside,
  MESSAGES,
  MODEL,
  TENSOR,
} from './external-data.ts';

/** What protocol buffers, and so ONNX files, hold at most. */
const LARGEST_BYTES = 2 ** 31 - 1;

/** Field of a tensor with its elements. */
const RAW_DATA = 9;

/** @returns the file of a weight, read once */
type ReadBeside = (location: string) => Promise<Buffer>;

/**
 * Reads a model with all its weights.
 *
 * @throws {RepositoryError} where a file is missing, or all of it is too much for one
 */
export async function readSingleFile(file: string): Promise<Buffer> {
  const model = await read(file, `there is no file ${file}`);
  if (model.length === 0) throw new RepositoryError(`${file} is empty`);
  const pieces = await withWeights(model, MODEL, readerBeside(file)).catch((error: Error) => {
    if (!(error instanceof RangeError)) throw error;
    throw new RepositoryError(`${file} ${damageOf(model)}`);
  });
  if (!pieces) return model;
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (bytes > LARGEST_BYTES) throw tooLarge(`${file} with the weights beside it`);
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
  const place = externalPlace(fields);
  if (!place) return undefined;
  const { location, offset, length } = place;
  const all = await readBeside(location);
  const start = Number(offset);
  const end = length === undefined ? all.length : start + Number(length);
  if (!(start >= 0 && start <= end && end <= all.length)) {
    throw new RepositoryError(
      `${location} is cut off: it has ${all.length} bytes, weights are expected up to ${end}`,
    );
  }
  const kept = fields.filter(({ number }) => ![RAW_DATA, EXTERNAL_DATA, DATA_LOCATION].includes(number));
  return [...kept.map(({ bytes }) => bytes), ...lengthDelimited(RAW_DATA, [all.subarray(start, end)])];
}

function readerBeside(file: string): ReadBeside {
  const known = new Map<string, Promise<Buffer>>();
  return (location) => {
    const beside = fileBeside(file, location);
    const missing = `${file} keeps its weights in a second file, ${location}, which is not beside it: copy it there`;
    const bytes = known.get(beside) ?? read(beside, missing);
    known.set(beside, bytes);
    return bytes;
  };
}

async function read(file: string, missing: string): Promise<Buffer> {
  return readFile(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') throw new RepositoryError(missing, { cause, exitCode: 2 });
    if (cause.code === 'ERR_FS_FILE_TOO_LARGE') throw tooLarge(file);
    throw new RepositoryError(`${file} cannot be read: ${cause.message}`, { cause });
  });
}

function tooLarge(what: string): RepositoryError {
  return new RepositoryError(
    `${what} has more than 2.1 GB, which is what one file of ONNX holds: write its ensemble.json by hand, with ` +
      '"externalData" (docs/your-own-model.md)',
  );
}
