/** `npm run layers`: builds and weighs the two Lambda layers. */
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { buildLayers } from '../layers/build.ts';
import { architectures } from '../layers/places.ts';
import { formatSizes } from '../layers/size-budget.ts';
import { runProgram } from '../lib/deployment/run-program.ts';
import { UsageError } from '../lib/deployment/usage-error.ts';

const help = `npm run layers -- [options]

Builds the layer with the native libraries and the layer with a task's models into dist/layers. The same input
gives the same hash on every machine. Fails when function and layers are heavier than Lambda takes.

  --architecture x86_64|arm64  instruction set of the native libraries (default x86_64)
  --task name                  a folder under models/ (default handwriting)
  --models folder              take the models from this folder instead of models/<task>
  --help                       this text`;

await runProgram(async () => {
  const options = readOptions();
  if (options.help) {
    console.log(help);
    return;
  }
  const architecture = architectures.find((name) => name === options.architecture);
  if (!architecture) {
    throw new UsageError(
      `--architecture must be ${architectures.join(' or ')}, not ${options.architecture}.`,
    );
  }
  const { layers, sizes } = await buildLayers({ architecture, task: options.task, models: options.models });
  for (const { directory, hash } of layers) {
    console.log(`${relative(process.cwd(), directory)}  sha256 ${hash}`);
  }
  console.log(formatSizes(sizes));
});

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        architecture: { type: 'string', default: 'x86_64' },
        task: { type: 'string', default: 'handwriting' },
        models: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message} (--help tells more)`);
  }
}
