/** The command line of the evaluation. */
import { DEFAULT_MODEL } from '../model-repository/find-model.ts';
import { commandLine } from '../project/command-line.ts';
import { readOptions as readCommandLine } from '../project/read-options.ts';

export const HELP = `Usage: ${commandLine('eval')} [model] [options]

Measures the accuracy of a model's members and of the ensemble on labelled samples, with the service's own code. Prints the
accuracy and the most frequent confusions. The accuracy of a reranker is the share of samples whose labelled text comes first.
For the pipeline text-correction, also prints the share of wrong characters before and after the correction.

Example: ${commandLine('eval')} digits --images ./pictures

  model                 a model under models/, or a folder with an ensemble.json (default ${DEFAULT_MODEL})
  --images <folder>     for models of pictures: a folder with labels.json, or with <label>/<name>.jpg or .png (default: the
                        model's own samples). If the model does not list a label, the reject label is right
  --csv <file>          for models of texts and of sentences: a table with the columns text and label (default: the model's
                        own samples). A sentence may have several hypotheses, best first, each on a line of its cell
  --json                print the figures as JSON
  --help                show this help

Exit code: 0, 1 if the samples cannot be evaluated, 2 for wrong usage.`;

const USAGE = {
  help: `${commandLine('eval')} --help`,
  models: 'one',
  options: {
    images: { type: 'string', value: 'folder' },
    csv: { type: 'string', value: 'file' },
    json: { type: 'boolean', default: false },
  },
} as const;

export type EvaluationOptions = NonNullable<ReturnType<typeof readOptions>>;

/** Reads the command line; undefined for `--help`. @throws {UsageError} that says what would be right */
export function readOptions(parameters: readonly string[]) {
  const { values, positionals } = readCommandLine(USAGE, parameters);
  return values.help ? undefined : { ...values, model: positionals[0] ?? DEFAULT_MODEL };
}
