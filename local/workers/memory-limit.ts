/** Processes that cannot take all memory of the machine. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../../functions/inference/model/manifest.ts';

const SHELL = '/bin/sh';
/** Where it works: elsewhere, systems count no memory that is mapped. */
const IS_LIMITED = process.platform === 'linux' && existsSync(SHELL);

/** As much as one core can fill within a second and a half; what a request takes comes out of it. */
export const WORKING_MEMORY_BYTES = 2 * 1024 ** 3;
/** What ONNX Runtime takes to load a file, as a multiple of it. */
const LOADED = 4;

/** What a worker of a model may hold, bytes. */
export function memoryLimit(directory: string, { members }: Manifest): number {
  const files = new Set(
    members.flatMap(({ file, externalData = [] }) => [{ file }, ...externalData].map((one) => one.file)),
  );
  const sizes = [...files].map(
    (file) => statSync(join(directory, file), { throwIfNoEntry: false })?.size ?? 0,
  );
  return WORKING_MEMORY_BYTES + LOADED * sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Starts a Node program. What it allocates beyond its limit fails: ONNX Runtime makes an error of that, which ends one request
 * and not the process (RLIMIT_DATA, setrlimit(2)).
 *
 * @param bytes of memory that only this process has, as far as it can be written to; on Linux only
 */
export function startLimited(program: readonly string[], bytes: number, options: SpawnOptions): ChildProcess {
  if (!IS_LIMITED) return spawn(process.execPath, program, options);
  // A limit that the process has already may be lower: then it stays.
  const script = 'ulimit -d "$0" 2>/dev/null; exec "$@"';
  return spawn(SHELL, ['-c', script, `${Math.ceil(bytes / 1024)}`, process.execPath, ...program], options);
}
