import { join } from 'node:path';
import { isInstalled, projectDirectory, workDirectory } from '../project/paths.ts';

/** The instruction sets, in Lambda's words. */
export const architectures = ['x86_64', 'arm64'] as const;
export type Architecture = (typeof architectures)[number];

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
