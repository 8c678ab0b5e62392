/**
 * Builds one layer into a folder: `runtime <architecture> <folder>` or `models <model's folder> <folder>`. For those who
 * cannot wait within their own process.
 */
import { runCommand } from '../project/run-command.ts';
import { buildModelsLayer } from './models-layer.ts';
import { architectures } from './places.ts';
import { buildRuntimeLayer } from './runtime-layer.ts';
import { assertWithinLimit, measureSizes, surroundingsBytes, withPart } from './size-limits.ts';

await runCommand('build-one', async ([layer, source = '', directory = '']) => {
  if (layer === 'models') await buildModels(source, directory);
  else await buildRuntime(source, directory);
});

async function buildModels(source: string, directory: string): Promise<void> {
  const { model } = await buildModelsLayer(source, directory);
  const weighed = measureSizes({ [`models-${model}`]: directory });
  assertWithinLimit(
    withPart(weighed, { name: 'function and native libraries, about', bytes: surroundingsBytes }),
  );
}

async function buildRuntime(source: string, directory: string): Promise<void> {
  const architecture = architectures.find((name) => name === source);
  if (!architecture)
    throw new Error(`The architecture must be ${architectures.join(' or ')}, not ${source}.`);
  await buildRuntimeLayer(architecture, directory);
}
