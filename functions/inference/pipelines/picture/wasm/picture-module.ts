/** The WebAssembly module of `codec/`: decodes JPEGs and resamples pixels on this thread; libvips would wake other threads. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Name of the module's file. It lies beside this file, and beside the bundle. */
export const MODULE_FILE = 'pictures.wasm';

/** Exports of the module. A function allocates the memory whose address it returns. `inModule` catches what functions throw. */
export interface PictureModule {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly __stack_pointer: { value: number };
  forget(): void;
  allocate(bytes: number): number;
  /** Decodes some columns of a JPEG to three bytes per pixel, row by row. @returns the address of the first byte */
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
  interpolate_columns(pixels: number, offsets: number, pairs: number, columns: number, to: number): void;
  interpolate_rows(upper: number, lower: number, length: number, one: number, two: number, to: number): void;
}
/** The `Taps` of `resample/taps.ts`, with addresses in the module's memory instead of arrays. */
export type PlacedTaps = readonly [points: number, starts: number, pairs: number];

/** Types of the used part of WebAssembly, which TypeScript declares only for browsers. */
interface Engine {
  compile(bytes: Uint8Array): Promise<Code>;
  readonly Instance: new (code: Code, imports: object) => { readonly exports: unknown };
  readonly RuntimeError: ErrorConstructor;
}
type Code = object;
const engine = (globalThis as unknown as { readonly WebAssembly: Engine }).WebAssembly;

/** An instance with more memory is dropped, because memory is only given back to the system together with its instance. */
const MAX_KEPT_BYTES = 8_000_000;

/** The module throws this if a file is damaged, has another format, or needs too much memory. */
const FAILED = new Error('The picture was refused.');

let compiled: Promise<Code> | undefined;
let kept: PictureModule | undefined;

/** Empties the module's memory, and runs `work` with the module. @returns undefined if the module failed */
export async function inModule<Result>(work: (module: PictureModule) => Result): Promise<Result | undefined> {
  // Compiled at the first picture, because models of other pipelines do not need it.
  compiled ??= readFile(path.join(import.meta.dirname, MODULE_FILE)).then((bytes) => engine.compile(bytes));
  const code = await compiled;
  const module = kept ?? open(code);
  const stack = module.__stack_pointer.value;
  // The instance is kept again only after it has proved sound and small.
  kept = undefined;
  let result: Result | undefined;
  try {
    module.forget();
    result = work(module);
  } catch (error) {
    // After a trap, the instance itself may be broken.
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

/** Copies data into the module's memory. @returns the address */
export function put(module: PictureModule, data: ArrayBufferView): number {
  const address = module.allocate(data.byteLength);
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  new Uint8Array(module.memory.buffer).set(bytes, address);
  return address;
}

export function take(module: PictureModule, address: number, bytes: number): Uint8Array {
  return new Uint8Array(module.memory.buffer, address, bytes).slice();
}
