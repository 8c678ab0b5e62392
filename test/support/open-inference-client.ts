/**
 * A client of the Open Inference Protocol, written from the specification (`inference_rest.md`) and Triton's
 * `extension_binary_data.md` instead of this project's code, so that both sides do not share a mistake.
 */

export type Element = number | bigint | boolean | string | Uint8Array;

export interface ClientTensor {
  readonly name: string;
  readonly datatype: string;
  readonly shape: readonly number[];
  /** Flat, row-major. */
  readonly values: readonly Element[];
}

type Parameters = Readonly<Record<string, string | number | boolean>>;

export interface ClientRequest {
  readonly id?: string;
  readonly parameters?: Parameters;
  readonly inputs: readonly ClientTensor[];
  readonly outputs?: readonly { readonly name: string; readonly parameters?: Parameters }[];
}

export interface WireMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface ClientReply {
  readonly status: number;
  /** The parsed JSON. */
  readonly content: Record<string, unknown>;
  readonly outputs: readonly ClientTensor[];
}

/** The class of an array, which is created from elements or from the bytes of elements. */
type ElementArray = new (values: never) => Iterable<Element> & { readonly buffer: ArrayBuffer };

/** Array type of each datatype: little-endian as on the wire, with FP16 as its 16 bits. */
const ARRAYS: Readonly<Record<string, ElementArray>> = {
  BOOL: Uint8Array,
  UINT8: Uint8Array,
  UINT16: Uint16Array,
  UINT32: Uint32Array,
  UINT64: BigUint64Array,
  INT8: Int8Array,
  INT16: Int16Array,
  INT32: Int32Array,
  INT64: BigInt64Array,
  FP16: Uint16Array,
  FP32: Float32Array,
  FP64: Float64Array,
};

const encoder = new TextEncoder();

/** The request with all elements in its JSON (`$inference_request` of the specification). */
export function jsonRequest({ inputs, ...request }: ClientRequest, nested = false): WireMessage {
  const tensors = inputs.map(({ values, ...about }) => {
    const flat = values.map(jsonElement);
    return { ...about, data: nested ? nest(flat, about.shape) : flat };
  });
  const body = encoder.encode(JSON.stringify({ ...request, inputs: tensors }));
  return { headers: { 'content-type': 'application/json' }, body };
}

/** The request with all elements as bytes after the JSON. */
export function binaryRequest({ inputs, ...request }: ClientRequest): WireMessage {
  const parts = inputs.map((input) => toBytes(input));
  const tensors = inputs.map(({ values: _values, ...about }, index) => ({
    ...about,
    parameters: { binary_data_size: parts[index]!.length },
  }));
  const header = encoder.encode(JSON.stringify({ ...request, inputs: tensors }));
  return {
    headers: {
      'content-type': 'application/octet-stream',
      'inference-header-content-length': String(header.length),
    },
    body: Buffer.concat([header, ...parts]),
  };
}

type SentTensor = Omit<ClientTensor, 'values'> & {
  data?: Element[];
  parameters?: { binary_data_size?: number };
};

/** Reads a reply with any mix of JSON and binary outputs. */
export function readReply(status: number, { headers, body }: WireMessage): ClientReply {
  const length = headers['inference-header-content-length'];
  const end = length === undefined ? body.length : Number(length);
  const content = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body.subarray(0, end)));
  let offset = end;
  const outputs = (content.outputs ?? []).map(({ name, datatype, shape, data, parameters }: SentTensor) => {
    if (data) return { name, datatype, shape, values: data };
    const size = parameters?.binary_data_size ?? Number.NaN;
    const bytes = Uint8Array.from(body.subarray(offset, offset + size));
    offset += size;
    return { name, datatype, shape, values: fromBytes(datatype, bytes) };
  });
  if (status === 200 && length !== undefined && offset !== body.length)
    throw new Error('bytes are left over');
  return { status, content, outputs };
}

function jsonElement(value: Element): unknown {
  if (typeof value === 'bigint') return Number(value);
  return value instanceof Uint8Array ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(value) : value;
}

function nest(flat: readonly unknown[], shape: readonly number[]): readonly unknown[] {
  if (shape.length < 2) return flat;
  const [count = 0, ...rest] = shape;
  const size = rest.reduce((product, dimension) => product * dimension, 1);
  return Array.from({ length: count }, (_, index) =>
    nest(flat.slice(index * size, (index + 1) * size), rest),
  );
}

function toBytes({ datatype, values }: ClientTensor): Uint8Array {
  if (datatype !== 'BYTES') {
    // JSON.parse returns whole numbers of 64 bits as numbers, too.
    const elements = datatype.endsWith('INT64') ? values.map((value) => BigInt(value as number)) : values;
    return new Uint8Array(new ARRAYS[datatype]!(elements as never).buffer);
  }
  return Buffer.concat(
    values.flatMap((value) => {
      const bytes = Buffer.from(value as string | Uint8Array);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(bytes.length);
      return [length, bytes];
    }),
  );
}

/** @param bytes must fill their buffer */
function fromBytes(datatype: string, bytes: Uint8Array<ArrayBuffer>): Element[] {
  if (datatype !== 'BYTES') {
    const values = [...new ARRAYS[datatype]!(bytes.buffer as never)];
    return datatype === 'BOOL' ? values.map((value) => value === 1) : values;
  }
  const values: Element[] = [];
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length; at += 4 + view.getUint32(at, true))
    values.push(bytes.slice(at + 4, at + 4 + view.getUint32(at, true)));
  return values;
}
