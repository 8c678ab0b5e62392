/** The WebAssembly module of `codec/`: decodes JPEGs and resamples pixels on this thread, where libvips would wake others. */
import { readFile } from 'node:fs/promises';

/** Beside this file, and beside the bundle that it becomes part of. */
export const MODULE_FILE = 'pictures.wasm';

/** What the module exports. A function that returns an address has allocated it; one that fails throws, and `inModule` catches. */
export interface PictureModule {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly __stack_pointer: { value: number };
  forget(): void;
  allocate(bytes: number): number;
  /** Pixels of a file, three bytes each, row by row: of these columns only. */
  decode(file: number, bytes: number, width: number, height: number, left: number, columns: number): number;
  resample_columns(
    pixels: number,
    width: number,
    rows: number,
    to: number,
    columns: number,
    ...taps: PlacedTaps
  ): void;
  resample_rows(pixels: number, stride: number, rows: number, ...taps: PlacedTaps): number;
}
/** As `resample/taps.ts` describes them, by their addresses. */
export type PlacedTaps = readonly [points: number, starts: number, pairs: number];

/** What is used of WebAssembly: without a browser's types there are none for it. */
interface Engine {
  compile(bytes: Uint8Array): Promise<Code>;
  readonly Instance: new (code: Code, imports: object) => { readonly exports: unknown };
  readonly RuntimeError: ErrorConstructor;
}
type Code = object;
const engine = (globalThis as unknown as { readonly WebAssembly: Engine }).WebAssembly;

/** Memory is never given back to the system but with its instance: more than this is not kept. */
const MAX_KEPT_BYTES = 8_000_000;

/** Thrown by the module itself: a file is damaged, has another format, or takes more memory than there is. */
const FAILED = new Error('The picture was refused.');

let compiled: Promise<Code> | undefined;
let kept: PictureModule | undefined;

/**
 * Does a piece of work with the module, whose memory is empty at its beginning and forgotten at its end.
 *
 * @returns undefined where the module has failed
 */
export async function inModule<Result>(work: (module: PictureModule) => Result): Promise<Result | undefined> {
  // Compiled at the first picture: a model of another pipeline needs none of it.
  compiled ??= readFile(new URL(MODULE_FILE, import.meta.url)).then((bytes) => engine.compile(bytes));
  const code = await compiled;
  const module = kept ?? open(code);
  const stack = module.__stack_pointer.value;
  // Until it has shown that it is sound and small.
  kept = undefined;
  let result: Result | undefined;
  try {
    module.forget();
    result = work(module);
  } catch (error) {
    // A trap: the instance itself may have broken.
    if (error instanceof engine.RuntimeError) return undefined;
    if (error !== FAILED) throw error;
    module.__stack_pointer.value = stack;
  }
  if (module.memory.buffer.byteLength <= MAX_KEPT_BYTES) kept = module;
  return result;
}

function open(code: Code): PictureModule {
  const fail = (): never => {
    throw FAILED;
  };
  return new engine.Instance(code, { host: { fail } }).exports as PictureModule;
}

/** Copies into the module. @returns the address */
export function put(module: PictureModule, data: ArrayBufferView): number {
  const address = module.allocate(data.byteLength);
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  new Uint8Array(module.memory.buffer).set(bytes, address);
  return address;
}

export function take(module: PictureModule, address: number, bytes: number): Uint8Array {
  return new Uint8Array(module.memory.buffer, address, bytes).slice();
}
