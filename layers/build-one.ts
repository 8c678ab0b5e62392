/**
 * Builds one layer into a folder: `runtime <architecture> <folder>` or `models <model's folder> <folder>`. The constructs call
 * this program, because they cannot wait for asynchronous work.
 */
import { architectures } from '../project/paths.ts';
import { runCommand } from '../project/run-command.ts';
import { buildModelsLayer, buildRuntimeLayer } from './layers.ts';
import { checkSize } from './size-limits.ts';

await runCommand('build-one', async ([layer, source = '', directory = '']) => {
  if (layer === 'models') {
    const { model } = await buildModelsLayer(source, directory);
    checkSize(model, directory);
    return;
  }
  const architecture = architectures.find((name) => name === source);
  if (!architecture) {
    throw new Error(`The architecture must be ${architectures.join(' or ')}, not ${source}.`);
  }
  await buildRuntimeLayer(architecture, directory);
});
