/** A minimal reader of protocol buffers, enough to find fields in a message. */

/** Bytes of a buffer, or of a file that is not read as a whole. */
export interface Bytes {
  readonly length: number;
  at(index: number): number | undefined;
  subarray(start: number, end: number): Bytes;
  toString(encoding: 'utf8'): string;
}

export interface Field {
  readonly number: number;
  /** How the field is written: 0 varint, 1 eight bytes, 2 length-delimited, 5 four bytes. */
  readonly wireType: number;
  /** Content of a length-delimited field. */
  readonly content: Bytes;
  /** Value of a varint, if it is a safe integer. */
  readonly value: number;
}

const FIXED_LENGTHS: Readonly<Record<number, number>> = { 1: 8, 5: 4 };
const NOTHING = Buffer.alloc(0);

/** The fields of a message in turn. @throws {RangeError} if the bytes are not a message */
export function* fieldsOf(message: Bytes): Generator<Field> {
  let at = 0;
  while (at < message.length) {
    const key = readVarint(message, at);
    at = key.end;
    const number = Math.floor(key.value / 8);
    const wireType = key.value % 8;
    let content: Bytes = NOTHING;
    let value = 0;
    if (wireType === 0) {
      ({ value, end: at } = readVarint(message, at));
    } else if (wireType === 2) {
      const length = readVarint(message, at);
      at = length.end + length.value;
      content = message.subarray(length.end, at);
    } else {
      at += FIXED_LENGTHS[wireType] ?? Number.NaN;
    }
    // The condition is negated so that NaN ends the loop, too.
    if (!(at <= message.length)) throw new RangeError('this is not a protocol buffer');
    yield { number, wireType, content, value };
  }
}

/** Key and value of an entry of a map of texts. */
export function entryOf(message: Bytes): [key: string, value: string] {
  const texts = new Map(
    [...fieldsOf(message)].map(({ number, content }) => [number, content.toString('utf8')]),
  );
  return [texts.get(1) ?? '', texts.get(2) ?? ''];
}

function readVarint(message: Bytes, start: number): { value: number; end: number } {
  let value = 0;
  let factor = 1;
  for (let at = start; at < message.length && at < start + 10; at += 1) {
    const byte = message.at(at) as number;
    value += (byte & 0x7f) * factor;
    factor *= 128;
    if (byte < 0x80) return { value, end: at + 1 };
  }
  throw new RangeError('this is not a protocol buffer');
}

/** Every exporter begins with the field `ir_version`, a varint. */
const IR_VERSION = 1;
/** The beginning of a pointer file, which Git LFS keeps in place of a large file. */
const POINTER = 'version https://git-lfs.github.com/';

/** @returns the end of a message that begins with the file's name: `is truncated: …` */
export function damageOf(bytes: Bytes): string {
  if (bytes.length === 0) return 'is empty';
  if (bytes.subarray(0, POINTER.length).toString('utf8') === POINTER) {
    return 'is a Git LFS pointer, not the model: fetch it with git lfs pull';
  }
  let fields = 0;
  try {
    for (const { number, wireType } of fieldsOf(bytes)) {
      if (fields === 0 && (number !== IR_VERSION || wireType !== 0)) return 'is not an ONNX model';
      fields += 1;
    }
  } catch {
    if (fields > 0) return `is truncated: its ${bytes.length} bytes end within the model`;
  }
  return 'is not an ONNX model';
}
