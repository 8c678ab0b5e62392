import { existsSync } from 'node:fs';
import { hashFolder } from './folder.ts';
import { buildModelsLayer, modelDirectory } from './models-layer.ts';
import { type Architecture, functionDirectory } from './places.ts';
import { buildRuntimeLayer } from './runtime-layer.ts';
import { assertWithinBudget, measureSizes, type SizeReport } from './size-budget.ts';

/** What to build layers for. */
export interface LayerOptions {
  readonly architecture: Architecture;
  /** A folder's name under `models/`. */
  readonly task: string;
  /** @default models/<task> */
  readonly models?: string | undefined;
}

/** Both layers: where they are, and the SHA-256 (hex) of their contents. */
export interface BuiltLayers {
  readonly layers: readonly { readonly name: string; readonly directory: string; readonly hash: string }[];
  /** The layers, and the function too once it is built. */
  readonly sizes: SizeReport;
}

/**
 * Builds both layers of a task and weighs them together with the function's bundle.
 *
 * @throws SizeBudgetError when Lambda would refuse them
 */
export async function buildLayers({ architecture, task, models }: LayerOptions): Promise<BuiltLayers> {
  const directories = {
    [`runtime-${architecture}`]: await buildRuntimeLayer(architecture),
    [`models-${task}`]: await buildModelsLayer(task, models ?? modelDirectory(task)),
  };
  const bundle: Record<string, string> = existsSync(functionDirectory) ? { function: functionDirectory } : {};
  const sizes = measureSizes({ ...bundle, ...directories });
  assertWithinBudget(sizes);
  const layers = Object.entries(directories).map(([name, directory]) => ({
    name,
    directory,
    hash: hashFolder(directory),
  }));
  return { layers, sizes };
}
