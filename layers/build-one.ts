/**
 * Builds one layer into a folder: `runtime <architecture> <folder>` or `models <task's folder> <folder>`. For those who
 * cannot wait within their own process.
 */
import { describeError } from '../project/describe-error.ts';
import { buildModelsLayer } from './models-layer.ts';
import { architectures } from './places.ts';
import { buildRuntimeLayer } from './runtime-layer.ts';
import { assertWithinBudget, measureSizes, surroundingsBytes, withPart } from './size-budget.ts';

const [layer, source = '', directory = ''] = process.argv.slice(2);
try {
  if (layer === 'models') await buildModels();
  else await buildRuntime();
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}

async function buildModels(): Promise<void> {
  const { task } = await buildModelsLayer(source, directory);
  const weighed = measureSizes({ [`models-${task}`]: directory });
  assertWithinBudget(
    withPart(weighed, { name: 'function and native libraries, about', bytes: surroundingsBytes }),
  );
}

async function buildRuntime(): Promise<void> {
  const architecture = architectures.find((name) => name === source);
  if (!architecture)
    throw new Error(`The architecture must be ${architectures.join(' or ')}, not ${source}.`);
  await buildRuntimeLayer(architecture, directory);
}
