import { existsSync } from 'node:fs';
import { functionDirectory } from '../project/places.ts';
import { hashFolder } from './folder.ts';
import { buildModelsLayer } from './models-layer.ts';
import type { Architecture } from './places.ts';
import { buildRuntimeLayer } from './runtime-layer.ts';
import { assertWithinLimit, measureSizes, type SizeReport } from './size-limits.ts';

/** What to build layers for. */
export interface LayerOptions {
  readonly architecture: Architecture;
  /** The models' folders. */
  readonly models: readonly string[];
}

/** A layer that was built: where it is, and the SHA-256 (hex) of its content. */
export interface BuiltLayer {
  readonly directory: string;
  readonly hash: string;
}

/** The layers of some models. */
export interface BuiltLayers {
  /** The native libraries first, then the files of each model. */
  readonly layers: readonly BuiltLayer[];
  /** For each model its function: both layers, and the bundle too once it is built. */
  readonly sizes: readonly SizeReport[];
}

/**
 * Builds the native libraries once and the layer of each model, and weighs each model's function.
 *
 * @throws SizeLimitError when Lambda would refuse one
 */
export async function buildLayers({ architecture, models }: LayerOptions): Promise<BuiltLayers> {
  const runtime = await buildRuntimeLayer(architecture);
  const modelLayers = await Promise.all(models.map((model) => buildModelsLayer(model)));
  const bundle: Record<string, string> = existsSync(functionDirectory) ? { function: functionDirectory } : {};
  const sizes = modelLayers.map(({ model, directory }) =>
    measureSizes({ ...bundle, [`runtime-${architecture}`]: runtime, [`models-${model}`]: directory }),
  );
  for (const report of sizes) assertWithinLimit(report);
  const directories = [runtime, ...modelLayers.map(({ directory }) => directory)];
  return { layers: directories.map((directory) => ({ directory, hash: hashFolder(directory) })), sizes };
}
