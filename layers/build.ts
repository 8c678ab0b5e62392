import { existsSync } from 'node:fs';
import { functionDirectory } from '../project/places.ts';
import { hashFolder } from './folder.ts';
import { buildModelsLayer } from './models-layer.ts';
import type { Architecture } from './places.ts';
import { buildRuntimeLayer } from './runtime-layer.ts';
import { assertWithinBudget, measureSizes, type SizeReport } from './size-budget.ts';

/** What to build layers for. */
export interface LayerOptions {
  readonly architecture: Architecture;
  /** The tasks' folders. */
  readonly tasks: readonly string[];
}

/** A layer that was built: where it is, and the SHA-256 (hex) of its content. */
export interface BuiltLayer {
  readonly directory: string;
  readonly hash: string;
}

/** The layers of some tasks. */
export interface BuiltLayers {
  /** The native libraries first, then the models of each task. */
  readonly layers: readonly BuiltLayer[];
  /** For each task its function: both layers, and the bundle too once it is built. */
  readonly sizes: readonly SizeReport[];
}

/**
 * Builds the native libraries once and the models of each task, and weighs each task's function.
 *
 * @throws SizeBudgetError when Lambda would refuse one
 */
export async function buildLayers({ architecture, tasks }: LayerOptions): Promise<BuiltLayers> {
  const runtime = await buildRuntimeLayer(architecture);
  const models = await Promise.all(tasks.map((task) => buildModelsLayer(task)));
  const bundle: Record<string, string> = existsSync(functionDirectory) ? { function: functionDirectory } : {};
  const sizes = models.map(({ task, directory }) =>
    measureSizes({ ...bundle, [`runtime-${architecture}`]: runtime, [`models-${task}`]: directory }),
  );
  for (const report of sizes) assertWithinBudget(report);
  const directories = [runtime, ...models.map(({ directory }) => directory)];
  return { layers: directories.map((directory) => ({ directory, hash: hashFolder(directory) })), sizes };
}
