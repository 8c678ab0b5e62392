import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Manifest } from '../../functions/inference/model/manifest.ts';
import { bytesOf } from '../../functions/inference/model/model-file.ts';

const SHELL = '/bin/sh';
/** Memory is limited only on Linux, because the limits of other systems do not include mapped memory. */
const IS_LIMITED = process.platform === 'linux' && existsSync(SHELL);

/** Memory for requests. One core needs about one and a half seconds to fill it. */
export const WORKING_MEMORY_BYTES = 2 * 1024 ** 3;
/** Memory that ONNX Runtime needs to load a file, as a multiple of the file's size. */
const LOADED = 4;

/** Memory limit of a model's worker in bytes. */
export function memoryLimit(directory: string, { members }: Manifest): number {
  return WORKING_MEMORY_BYTES + LOADED * bytesOf(directory, members);
}

/**
 * Starts a Node program with a memory limit. Allocations beyond it fail, and ONNX Runtime turns that into an error, which
 * ends one request and not the process (RLIMIT_DATA, setrlimit(2)).
 * @param bytes limit of private writable memory, on Linux only
 */
export function startLimited(program: readonly string[], bytes: number, options: SpawnOptions): ChildProcess {
  if (!IS_LIMITED) return spawn(process.execPath, program, options);
  // If this process already has a lower hard limit, `ulimit` fails, and that limit stays.
  const script = 'ulimit -d "$0" 2>/dev/null; exec "$@"';
  return spawn(SHELL, ['-c', script, `${Math.ceil(bytes / 1024)}`, process.execPath, ...program], options);
}
