/** `npm run layers`: builds and weighs the Lambda layers. */
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { hashFolder } from '../layers/folder.ts';
import { buildModelsLayer, buildRuntimeLayer } from '../layers/layers.ts';
import { formatSizes, measureSizes } from '../layers/size-limits.ts';
import { DEFAULT_MODEL, findModel } from '../model-repository/find-model.ts';
import { commandLine } from '../project/command-line.ts';
import { architectures, functionDirectories } from '../project/paths.ts';
import { readOptions } from '../project/read-options.ts';
import { runCommand } from '../project/run-command.ts';
import { UsageError } from '../project/usage-error.ts';

const help = `npm run layers -- [model …] [options]

Builds the layer with the native libraries and, for each model, the layer with its models into dist/layers. The same
input gives the same hash on every machine. Fails when a function and its layers are heavier than Lambda takes.

  model                         a folder under models/, or another one with an ensemble.json (default ${DEFAULT_MODEL})
  --architecture x86_64|arm64  instruction set of the native libraries (default x86_64)
  --help                       this text`;

const usage = {
  help: `${commandLine('layers')} --help`,
  models: 'several',
  options: {
    architecture: { type: 'string', default: 'x86_64', value: architectures.join('|') },
  },
} as const;

await runCommand('layers', async (parameters) => {
  const { values, positionals } = readOptions(usage, parameters);
  if (values.help) return console.log(help);
  const architecture = architectures.find((name) => name === values.architecture);
  if (!architecture) {
    throw new UsageError(`--architecture must be ${architectures.join(' or ')}, not ${values.architecture}.`);
  }
  const names = positionals.length > 0 ? positionals : [DEFAULT_MODEL];
  const found = await Promise.all(names.map((name) => findModel(name)));
  const runtime = await buildRuntimeLayer(architecture);
  const built = await Promise.all(found.map((model) => buildModelsLayer(model.directory)));
  // For each model its function: both layers, and the bundle too once it is built.
  const { function: code } = functionDirectories;
  const bundle = existsSync(code) ? { function: code } : undefined;
  const sizes = built.map(({ model, directory }) =>
    measureSizes({ ...bundle, [`runtime-${architecture}`]: runtime, [`models-${model}`]: directory }),
  );
  for (const directory of [runtime, ...built.map((layer) => layer.directory)]) {
    console.log(`${relative(process.cwd(), directory)}  sha256 ${hashFolder(directory)}`);
  }
  for (const parts of sizes) console.log(formatSizes(parts));
});
