/** The command line of the evaluation. */
import { DEFAULT_MODEL } from '../model-repository/find-model.ts';
import { commandLine } from '../project/command-line.ts';
import { readOptions as readCommandLine } from '../project/read-options.ts';
import { UsageError } from '../project/usage-error.ts';
import { readNamed } from './tables.ts';

export const HELP = `Usage: ${commandLine('eval')} [model] [options]

Measures the accuracy of a model's members and of the ensemble on labelled samples, with the service's own code. Prints the
accuracy and the most frequent confusions; for rerankers, how often the best text is first; for the pipeline text-correction,
the error rates before and after correction.

Example: ${commandLine('eval')} digits --images ./pictures

  model                 a model under models/, or a folder with an ensemble.json (default ${DEFAULT_MODEL})
  --only <file>         JSON array of sample names: evaluate only these. A name is <label>/<name> for files, or "row 2"
                        for a table
  --json                print the figures as JSON
  --help                show this help

Texts:
  --csv <file>          table with a header and a row for each sample: text and label (default: the model's own samples)
  --label <column>      header of the column with the labels (default label)

Pictures:
  --images <folder>     folder with labels.json, or with <label>/<name>.jpg or .png (default: the model's own samples).
                        If the model does not list a label, the reject label is right

Sentences:
  --pairs <file>        one {"id", "recognised", "true"} per line: the hypothesis (or a list, best first) and the
                        correct sentence (default: the model's own samples)

Exit code: 0, 1 if the samples cannot be evaluated, 2 for wrong usage.`;

const USAGE = {
  help: `${commandLine('eval')} --help`,
  models: 'one',
  options: {
    images: { type: 'string', value: 'folder', pipelines: ['image-classification'] },
    pairs: { type: 'string', value: 'file', pipelines: ['text-correction'] },
    csv: { type: 'string', value: 'file', pipelines: ['text-classification'] },
    label: { type: 'string', value: 'column', pipelines: ['text-classification'] },
    only: { type: 'string', value: 'file' },
    json: { type: 'boolean', default: false },
  },
} as const;

export type EvaluationOptions = NonNullable<ReturnType<typeof readOptions>>;

interface Rules {
  readonly type: string;
  /** Placeholder of its value. */
  readonly value?: string;
  /** Pipelines whose models have the option; by default all. */
  readonly pipelines?: readonly string[];
}

const RULES = Object.entries<Rules>(USAGE.options) as [keyof typeof USAGE.options, Rules][];

/** Reads the command line; undefined for `--help`. @throws {UsageError} that says what would be right */
export function readOptions(parameters: readonly string[]) {
  const { values, positionals } = readCommandLine(USAGE, parameters);
  if (values.help) return undefined;
  const { only } = values;
  return {
    ...values,
    model: positionals[0] ?? DEFAULT_MODEL,
    only: only === undefined ? undefined : readNames(only),
  };
}

/** @throws {UsageError} for an option that models of the pipeline do not have */
export function requireOwnOptions(model: string, pipeline: string, options: EvaluationOptions): void {
  for (const [option, { pipelines = [pipeline] }] of RULES) {
    if (options[option] === undefined || pipelines.includes(pipeline)) continue;
    throw new UsageError(
      `--${option} is for models of the pipeline ${pipelines.join(', ')}; ${model} is of ${pipeline}`,
    );
  }
}

/** The options that name other samples than the model's own, for models of a pipeline. */
export function sampleOptions(pipeline: string): string[] {
  const own = RULES.filter(([option, { pipelines }]) => option !== 'label' && pipelines?.includes(pipeline));
  return own.map(([option, { value }]) => `--${option} <${value}>`);
}

function readNames(file: string): ReadonlySet<string> {
  const names = readNamed('only', file, UsageError, JSON.parse);
  if (Array.isArray(names)) return new Set(names);
  throw new UsageError(`--only ${file} must hold a JSON array of names of samples`);
}
