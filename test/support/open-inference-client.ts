/**
 * A client of the Open Inference Protocol written from its text (`inference_rest.md`) and from Triton's
 * `extension_binary_data.md`, not from this project's code, so that one mistake is not made on both sides.
 */

/** An element. */
export type Element = number | bigint | boolean | string | Uint8Array;

export interface ClientTensor {
  readonly name: string;
  readonly datatype: string;
  readonly shape: readonly number[];
  /** Flat, row-major. */
  readonly values: readonly Element[];
}

export interface ClientRequest {
  readonly id?: string;
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
  readonly inputs: readonly ClientTensor[];
  readonly outputs?: readonly {
    readonly name: string;
    readonly parameters?: Readonly<Record<string, string | number | boolean>>;
  }[];
}

export interface WireMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface ClientReply {
  readonly status: number;
  /** What the JSON says. */
  readonly content: Record<string, unknown>;
  readonly outputs: readonly ClientTensor[];
}

/** Bytes of one element, and what `DataView` calls it; FP16 as its 16 bits. */
const SIZED: Readonly<Record<string, readonly [number, string]>> = {
  BOOL: [1, 'Uint8'],
  UINT8: [1, 'Uint8'],
  UINT16: [2, 'Uint16'],
  UINT32: [4, 'Uint32'],
  UINT64: [8, 'BigUint64'],
  INT8: [1, 'Int8'],
  INT16: [2, 'Int16'],
  INT32: [4, 'Int32'],
  INT64: [8, 'BigInt64'],
  FP16: [2, 'Uint16'],
  FP32: [4, 'Float32'],
  FP64: [8, 'Float64'],
};

/** The methods of a view, by their names. */
type Methods = Readonly<Record<string, (at: number, ...more: unknown[]) => Element>>;

const encoder = new TextEncoder();

/** `$inference_request` with all elements in JSON. */
export function jsonRequest({ inputs, ...request }: ClientRequest, nested = false): WireMessage {
  const tensors = inputs.map(({ values, ...about }) => {
    const flat = values.map(jsonElement);
    return { ...about, data: nested ? nest(flat, about.shape) : flat };
  });
  return {
    headers: { 'content-type': 'application/json' },
    body: encoder.encode(JSON.stringify({ ...request, inputs: tensors })),
  };
}

/** The same with all elements behind the JSON. */
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
    body: Uint8Array.from([header, ...parts].flatMap((part) => [...part])),
  };
}

/** Reads a reply, whichever of its outputs are binary. */
export function readReply(status: number, { headers, body }: WireMessage): ClientReply {
  const length = headers['inference-header-content-length'];
  const end = length === undefined ? body.length : Number(length);
  const content = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body.subarray(0, end)));
  let offset = end;
  const outputs = (content.outputs ?? []).map(
    (
      output: Omit<ClientTensor, 'values'> & { data?: Element[]; parameters?: { binary_data_size?: number } },
    ) => {
      const { name, datatype, shape, data, parameters } = output;
      if (data) return { name, datatype, shape, values: data };
      const size = parameters?.binary_data_size ?? Number.NaN;
      const bytes = body.slice(offset, offset + size);
      offset += size;
      return { name, datatype, shape, values: fromBytes(datatype, bytes) };
    },
  );
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
  if (datatype === 'BYTES') {
    return Uint8Array.from(
      values.flatMap((value) => {
        const bytes = typeof value === 'string' ? encoder.encode(value) : (value as Uint8Array);
        const length = new DataView(new ArrayBuffer(4));
        length.setUint32(0, bytes.length, true);
        return [...new Uint8Array(length.buffer), ...bytes];
      }),
    );
  }
  const [size, type] = SIZED[datatype]!;
  const view = new DataView(new ArrayBuffer(size * values.length));
  for (const [index, value] of values.entries()) {
    (view as unknown as Methods)[`set${type}`]!(
      index * size,
      datatype === 'BOOL' ? Number(value) : value,
      true,
    );
  }
  return new Uint8Array(view.buffer);
}

function fromBytes(datatype: string, bytes: Uint8Array): Element[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const values: Element[] = [];
  if (datatype === 'BYTES') {
    for (let at = 0; at < bytes.length; ) {
      const length = view.getUint32(at, true);
      values.push(bytes.slice(at + 4, at + 4 + length));
      at += 4 + length;
    }
    return values;
  }
  const [size, type] = SIZED[datatype]!;
  for (let at = 0; at < bytes.length; at += size) {
    const value = (view as unknown as Methods)[`get${type}`]!(at, true);
    values.push(datatype === 'BOOL' ? value === 1 : value);
  }
  return values;
}
