/** The command line of the evaluation. */
import { readFileSync } from 'node:fs';
import { DEFAULT_MODEL } from '../model-repository/find-model.ts';
import { commandLine } from '../project/command-line.ts';
import { wholeNumber } from '../project/option-number.ts';
import { readOptions as readCommandLine } from '../project/read-options.ts';
import { UsageError } from '../project/usage-error.ts';

export const HELP = `Usage: ${commandLine('eval')} [model] [options]

Runs a model's members over labelled samples, through the service's own code, and prints how right every member and the
ensemble are. Pictures, texts with labels and rows of tensors: accuracy, and the labels that are taken for others. Embeddings:
rank correlation with the similarity of pairs. Sentences (pipeline text-correction): characters wrong, sentences right and
changes, before and after.

  model              a model under models/, or a folder with an ensemble.json (default: ${DEFAULT_MODEL})
  --only FILE       JSON array of names of samples, <label>/<name> for those in files, such as "row 2" of a table: only these
  --url URL         send the samples to a running service instead of loading the members here
  --contract NAME   with --url: send requests of this contract of the model (default: its first one)
  --threads N       without --url: threads of one inference (default: 1, what a vCPU gives)
  --certainty       instead of that, how often predictions are right by their confidence, as lines for "certainty" in ensemble.json,
                    by which the page says sure, probably or perhaps: give it samples that had no part in training
  --json            the figures as JSON
  --help            this text

Texts and tensors:

  --csv FILE        a table with a heading, a row for each sample: for text-classification text and label (default: the
                    model's own samples); for feature-extraction two texts and their similarity; for tensor a column for
                    each input or, where there is one input, for each of its elements, and the label or class number
  --label COLUMN    heading of the labels (default: label, of pairs similarity)

Pictures:

  --images PATH     other pictures than the model's own samples: a folder or zip with a labels.json, or of
                    <label>/<name>.jpg or .png; looked for here, then in the model's folder. The right prediction for a
                    label that the model (with --url, the service) does not list is its reject label
  --confusions N    length of the list of confusions (default: 20)
  --predictions FILE  with --certainty: no samples, but predictions that were judged elsewhere, such as those that
                    cross-validation kept out: {"confidence", "right"} a line, and "refused" and "unanimous" where true

Sentences:

  --pairs FILE      other sentences than the model's own samples: {"id", "recognised", "true"} a line, what was heard (one
                    hypothesis, or a list, best first) and what was said

Exit code: 0, 1 where the samples cannot be evaluated, 2 for wrong usage.
`;

const USAGE = {
  help: `${commandLine('eval')} --help`,
  models: 'one',
  former: { answers: 'it is --predictions now' },
  options: {
    images: { type: 'string', value: 'path' },
    pairs: { type: 'string', value: 'file' },
    csv: { type: 'string', value: 'file' },
    label: { type: 'string', value: 'column' },
    only: { type: 'string', value: 'file' },
    url: { type: 'string', value: 'url' },
    contract: { type: 'string', value: 'name' },
    threads: { type: 'string', value: 'n' },
    confusions: { type: 'string', value: 'n' },
    certainty: { type: 'boolean', default: false },
    predictions: { type: 'string', value: 'file' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false, short: 'h' },
  },
} as const;

export type EvaluationOptions = NonNullable<ReturnType<typeof readOptions>>;

/**
 * Reads the command line; undefined: help is wanted.
 *
 * @throws {UsageError} saying what would be right
 */
export function readOptions(parameters: readonly string[]) {
  const { values, positionals } = readCommandLine(USAGE, parameters);
  if (values.help) return undefined;
  const { only, url, contract, threads, confusions, certainty, predictions } = values;
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new UsageError(`--url must be an http or https address, not ${url}`);
  }
  if (url === undefined && contract !== undefined) {
    throw new UsageError('--contract is for a service: expected --url URL with it');
  }
  if (url !== undefined && threads !== undefined) {
    throw new UsageError('--threads is for members that are loaded here: expected no --url with it');
  }
  if (certainty && url !== undefined) {
    throw new UsageError(
      '--certainty needs the members, which know how sure they are: expected no --url with it',
    );
  }
  if (predictions !== undefined && !certainty) {
    throw new UsageError('--predictions is for --certainty: expected it as well');
  }
  return {
    ...values,
    model: positionals[0] ?? DEFAULT_MODEL,
    only: only === undefined ? undefined : readNames(only),
    threads: wholeNumber('threads', threads ?? '1', 1),
    confusions: wholeNumber('confusions', confusions, 0),
  };
}

function readNames(file: string): ReadonlySet<string> {
  try {
    const names: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (Array.isArray(names)) return new Set(names);
  } catch (error) {
    throw new UsageError(`--only ${file} cannot be read: ${(error as Error).message}`);
  }
  throw new UsageError(`--only ${file} must hold a JSON array of names of samples`);
}
