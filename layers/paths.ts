import { join } from 'node:path';
import { isInstalled, projectDirectory, workDirectory } from '../project/paths.ts';

/** An instruction set in Lambda's words. */
export type Architecture = 'x86_64' | 'arm64';

export const architectures: readonly Architecture[] = ['x86_64', 'arm64'];

/** What Node and npm call the same instruction sets (`process.arch`, `--cpu`). */
export const nodeArchitecture: Readonly<Record<Architecture, 'x64' | 'arm64'>> = {
  x86_64: 'x64',
  arm64: 'arm64',
};

/** Everything built goes below this folder. */
export const buildDirectory = join(workDirectory, 'dist');

/** The native libraries of one architecture. Lambda mounts the folder's content at `/opt`. */
export function runtimeLayerDirectory(architecture: Architecture): string {
  return join(buildDirectory, 'layers', `runtime-${architecture}`);
}

/** The layer of one model. Lambda mounts the folder's content at `/opt`, so the model is in `/opt/models/<model>`. */
export function modelsLayerDirectory(model: string): string {
  return join(buildDirectory, 'layers', `models-${model}`);
}

/** The versions of the packages in the runtime layer, and what their archives hash to. npm packs no `package-lock.json`. */
export const lockFile = join(projectDirectory, isInstalled ? 'layers/lock.json' : 'package-lock.json');
