/** `npm run add`: makes a model's folder from exported files, or checks folders. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { commandLine } from '../../project/command-line.ts';
import { fitHelp } from '../../project/fit-columns.ts';
import { modelRepository } from '../../project/paths.ts';
import { readOptions } from '../../project/read-options.ts';
import { UsageError } from '../../project/usage-error.ts';
import { checkCommand } from '../check/command.ts';
import { bareModelOptions, isBareModel } from '../find-model.ts';
import { makeModel } from './make-model.ts';
import { MODEL_OPTIONS, MODEL_OPTIONS_HELP, readModelOptions } from './model-options.ts';
import { fromHere, reportLines } from './report.ts';

export const HELP = `Usage: ${commandLine('add')} <model.onnx or folder> [more …] [options]
       ${commandLine('add')} --check <model or folder>
       ${commandLine('add')} --fix <model or folder>

Makes a folder under models/ from ONNX files, or from folders as Hugging Face's Optimum exports them (model.onnx beside
tokenizer.json and config.json). It holds the ONNX files, their labels, and ensemble.json with hashes, counts and everything
that the graphs do not record. Several files become members that vote. The command then loads the model as the service does,
and runs a blank request.

  --check                check a folder for errors, and count the samples that the model predicts correctly
  --fix                  fill in missing hashes, counts and files of weights, then check
  --force                overwrite an existing model; samples and model card stay
  --into <folder>        parent of the model's folder (default models/)
  --help                 show this text

Options of a model:

${MODEL_OPTIONS_HELP}`;

const USAGE = {
  help: `${commandLine('add')} --help`,
  models: 'several',
  options: {
    ...MODEL_OPTIONS,
    check: { type: 'boolean', default: false },
    fix: { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
    into: { type: 'string', value: 'folder' },
  },
} as const;

/**
 * @param print prints a line to standard output
 * @returns the exit code
 */
export async function addCommand(parameters: readonly string[], print: (line: string) => void) {
  const { values, positionals } = readOptions(USAGE, parameters);
  const { help, check, fix, force, into } = values;
  if (help) {
    print(fitHelp(HELP));
    return 0;
  }
  if (positionals.length === 0) {
    throw new UsageError(
      `name an ONNX file, such as ${commandLine('add')} ./mnist.onnx; --help shows all options`,
    );
  }
  const folders = positionals.filter((name) => !isBareModel(name));
  if (check || fix || folders.length === positionals.length) {
    await bareModelOptions(positionals, values);
    return checkCommand(positionals, !check, print);
  }
  if (folders.length > 0) {
    throw new UsageError(`expected ONNX files or folders with a model.onnx, got ${folders.join(', ')}`);
  }
  const destination = { parent: path.resolve(into ?? modelRepository), force };
  const { notes, example, ...tried } = await makeModel(positionals, readModelOptions(values), destination);
  const { directory, manifest } = tried;
  print(`Model ${manifest.model} (${manifest.pipeline}) is in ${fromHere(directory)}\n`);
  for (const line of reportLines(tried, { wrong: [], samples: [], notes: [...notes] })) print(line);
  const samples = `${fromHere(directory, 'samples')}: see docs/your-own-model.md`;
  if (example !== undefined) {
    print(`\n${example} was made for load tests. Add samples of your own, with labels, to\n${samples}`);
  } else if (!existsSync(path.join(directory, 'samples'))) {
    print(`\nPut samples with their labels into\n${samples}`);
  }
  return 0;
}
