/**
 * Builds one layer into a folder: `runtime <architecture> <folder>` or `models <model's folder> <folder>`. For those who
 * cannot wait within their own process.
 */
import { runCommand } from '../project/run-command.ts';
import { buildModelsLayer, buildRuntimeLayer } from './layers.ts';
import { architectures } from './paths.ts';
import { assertWithinLimit, measureSizes, surroundingsBytes } from './size-limits.ts';

await runCommand('build-one', async ([layer, source = '', directory = '']) => {
  if (layer === 'models') {
    const { model } = await buildModelsLayer(source, directory);
    const surroundings = { name: 'function and native libraries, about', bytes: surroundingsBytes };
    return assertWithinLimit([...measureSizes({ [`models-${model}`]: directory }), surroundings]);
  }
  const architecture = architectures.find((name) => name === source);
  if (!architecture)
    throw new Error(`The architecture must be ${architectures.join(' or ')}, not ${source}.`);
  await buildRuntimeLayer(architecture, directory);
});
