import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** An instruction set in Lambda's words. */
export type Architecture = 'x86_64' | 'arm64';

/** The instruction sets Lambda offers. */
export const architectures: readonly Architecture[] = ['x86_64', 'arm64'];

/** What Node and npm call the same instruction sets (`process.arch`, `--cpu`). */
export const nodeArchitecture: Readonly<Record<Architecture, 'x64' | 'arm64'>> = {
  x86_64: 'x64',
  arm64: 'arm64',
};

/** The repository's root folder. */
export const repositoryRoot = fileURLToPath(new URL('..', import.meta.url));

/** Everything built goes below this folder. */
export const buildDirectory = join(repositoryRoot, 'dist');

/** The function's code, as `npm run build` leaves it. Lambda mounts it at `/var/task`. */
export const functionDirectory = join(buildDirectory, 'function');

/** The native libraries of one architecture. Lambda mounts the folder's content at `/opt`. */
export function runtimeLayerDirectory(architecture: Architecture): string {
  return join(buildDirectory, 'layers', `runtime-${architecture}`);
}

/** The models of one task. Lambda mounts the folder's content at `/opt`, so they lie in `/opt/models/<task>`. */
export function modelsLayerDirectory(task: string): string {
  return join(buildDirectory, 'layers', `models-${task}`);
}
