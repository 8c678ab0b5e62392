/** `npm run layers`: builds and weighs the Lambda layers. */
import { relative } from 'node:path';
import { buildLayers } from '../layers/build.ts';
import { architectures } from '../layers/places.ts';
import { formatSizes } from '../layers/size-budget.ts';
import { commandLine } from '../project/command-line.ts';
import { readOptions } from '../project/read-options.ts';
import { runCommand } from '../project/run-command.ts';
import { UsageError } from '../project/usage-error.ts';
import { DEFAULT_TASK, findTask } from '../tasks/find-task.ts';

const help = `npm run layers -- [task …] [options]

Builds the layer with the native libraries and, for each task, the layer with its models into dist/layers. The same
input gives the same hash on every machine. Fails when a function and its layers are heavier than Lambda takes.

  task                         a folder under models/, or another one with an ensemble.json (default ${DEFAULT_TASK})
  --architecture x86_64|arm64  instruction set of the native libraries (default x86_64)
  --help                       this text`;

const usage = {
  help: `${commandLine('layers')} --help`,
  tasks: 'several',
  options: {
    architecture: { type: 'string', default: 'x86_64', value: architectures.join('|') },
    help: { type: 'boolean', default: false, short: 'h' },
  },
} as const;

await runCommand('layers', async (parameters) => {
  const { values, positionals } = readOptions(usage, parameters);
  if (values.help) {
    console.log(help);
    return;
  }
  const architecture = architectures.find((name) => name === values.architecture);
  if (!architecture) {
    throw new UsageError(`--architecture must be ${architectures.join(' or ')}, not ${values.architecture}.`);
  }
  const names = positionals.length > 0 ? positionals : [DEFAULT_TASK];
  const found = await Promise.all(names.map((name) => findTask(name)));
  const tasks = found.map(({ directory }) => directory);
  const { layers, sizes } = await buildLayers({ architecture, tasks });
  for (const { directory, hash } of layers) {
    console.log(`${relative(process.cwd(), directory)}  sha256 ${hash}`);
  }
  for (const report of sizes) console.log(formatSizes(report));
});
