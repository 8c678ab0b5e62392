/** The command line of the evaluation. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DEFAULT_TASK } from '../tasks/find-task.ts';

export const HELP = `Usage: npm run eval -- [task] [options]

Runs a task's members over labelled samples, through the service's own code, and prints how right every member and the
ensemble are. Pictures (kind image-labels): accuracy, and the labels that are taken for others. Sentences (kind
text-correction): characters wrong, sentences right and changes, before and after.

  task              a task under models/, or a folder with an ensemble.json (default: ${DEFAULT_TASK})
  --only FILE       JSON array of names of samples, <label>/<name> for pictures: only these
  --url URL         ask a running service instead of loading the members here
  --contract NAME   with --url: ask by this one of the task's contracts (default: its first one)
  --threads N       without --url: threads of one inference (default: 1, what a vCPU gives)
  --json            the figures as JSON
  --help            this text

Pictures:

  --images PATH     other pictures than the task's own samples: a folder with a labels.json, or a folder or zip of
                    <label>/<name>.jpg or .png. The right answer to a label that the task does not list is its
                    reject answer
  --confusions N    length of the list of confusions (default: 20)

Sentences:

  --pairs FILE      other sentences than the task's own samples: {"id", "recognised", "true"} a line, what was heard (one
                    hypothesis, or a list, best first) and what was said

Exit code: 0, 1 where the samples cannot be evaluated, 2 for wrong usage.
`;

/** A mistake on the command line: one line for people, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface EvaluationOptions {
  readonly task: string;
  /** Pictures other than the task's own samples. */
  readonly images: string | undefined;
  /** Sentences other than the task's own samples. */
  readonly pairs: string | undefined;
  readonly only: ReadonlySet<string> | undefined;
  readonly url: string | undefined;
  readonly contract: string | undefined;
  readonly threads: number;
  readonly confusions: number | undefined;
  readonly json: boolean;
}

/**
 * Reads the command line; undefined: help is wanted.
 *
 * @throws {UsageError} saying what would be right
 */
export function readOptions(commandLine: string[]): EvaluationOptions | undefined {
  const { values, positionals } = parse(commandLine);
  if (values.help) return undefined;
  const [task = DEFAULT_TASK, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`expected one task, received also ${rest.join(' ')}`);
  const { images, pairs, only, url, contract, threads, confusions, json } = values;
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new UsageError(`--url must be an http or https address, not ${url}`);
  }
  if (url === undefined && contract !== undefined) {
    throw new UsageError('--contract is for a service: expected --url URL with it');
  }
  if (url !== undefined && threads !== undefined) {
    throw new UsageError('--threads is for members that are loaded here: expected no --url with it');
  }
  return {
    task,
    images,
    pairs,
    only: only === undefined ? undefined : readNames(only),
    url,
    contract,
    threads: count('threads', threads ?? '1', 1),
    confusions: confusions === undefined ? undefined : count('confusions', confusions, 0),
    json,
  };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        images: text,
        pairs: text,
        only: text,
        url: text,
        contract: text,
        threads: text,
        confusions: text,
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    const [sentence] = (error as Error).message.split(/\. |\n/, 1);
    throw new UsageError(`${sentence}; npm run eval -- --help lists the options`);
  }
}

function count(option: string, text: string, least: number): number {
  if (/^\d+$/.test(text) && Number(text) >= least) return Number(text);
  throw new UsageError(`--${option} must be a whole number of at least ${least}, not ${text}`);
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
