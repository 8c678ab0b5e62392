/** The command line of `npm run soak`. */
import { join, resolve } from 'node:path';
import { commandLine } from '../../project/command-line.ts';
import { anyNumber, wholeNumber } from '../../project/option-number.ts';
import { dataDirectory } from '../../project/places.ts';
import { readOptions } from '../../project/read-options.ts';
import { UsageError } from '../../project/usage-error.ts';
import { DEFAULT_TASK } from '../../tasks/find-task.ts';
import { FAULTS } from './faults/catalogue.ts';
import { FAMILIES, type Family } from './faults/fault.ts';

/** What is to be broken, and for how long. */
export interface SoakOptions {
  /** A name under models/, or a folder with an `ensemble.json`. */
  readonly task: string;
  readonly minutes: number;
  /** Repeats the choice of faults and of questions. */
  readonly seed: number;
  readonly environments: number;
  /** Clients that ask all the time. */
  readonly clients: number;
  readonly families: readonly Family[];
  /** Undefined: any free one. */
  readonly port: number | undefined;
  /** A bundle made earlier; undefined: the project's own. */
  readonly bundle: string | undefined;
  /** File for the report; undefined: none. */
  readonly json: string | undefined;
  /** File for the events. */
  readonly log: string;
}

const LARGEST_SEED = 2 ** 32 - 1;

export const HELP = `Usage: npm run soak -- [task] [options]

Starts the service as npm start does, with a table of its own, asks it without end, and meanwhile breaks what can be
broken: at random, one fault after the other, every fault before any of them comes again. Every answer ever given
for an id is held against those before and against the answer that its sample gets in calm.

  task                 the task to ask: one under models/, or a folder with an ensemble.json (default ${DEFAULT_TASK})
  --minutes <n>        how long (default 10); Ctrl-C ends it earlier, with the report of what there is
  --seed <n>           the faults of an earlier run in the same order (default: another one every time)
  --only <families>    faults of these families only: ${FAMILIES.join(', ')}
  --environments <n>   execution environments (default 2)
  --clients <n>        clients that ask all the time, with a tenth of a second between two questions at most
                       (default: twice the environments)
  --port <n>           port of the service (default: any free one)
  --function <folder>  a bundle made earlier, as of npm start
  --json <file>        write the report as JSON, too
  --log <file>         where the events go, one a line (default .subsecond/soak-<seed>.jsonl)
  --help               show this text

Exit code: 0 when no answer was lost or changed and every fault was survived, 1 when not, 2 for wrong usage.

Faults:
${FAULTS.map(({ name, family }) => `  ${family.padEnd(13)} ${name}`).join('\n')}`;

const USAGE = {
  help: `${commandLine('soak')} --help`,
  tasks: 'one',
  options: {
    minutes: { type: 'string', default: '10', value: 'n' },
    seed: { type: 'string', value: 'n' },
    only: { type: 'string', value: 'families' },
    environments: { type: 'string', default: '2', value: 'n' },
    clients: { type: 'string', value: 'n' },
    port: { type: 'string', value: 'n' },
    function: { type: 'string', value: 'folder' },
    json: { type: 'string', value: 'file' },
    log: { type: 'string', value: 'file' },
    help: { type: 'boolean', default: false, short: 'h' },
  },
} as const;

/**
 * Reads the command line.
 *
 * @returns undefined when help is asked for
 * @throws {UsageError} with one line that says what would be right
 */
export function readSoakOptions(parameters: readonly string[]): SoakOptions | undefined {
  const { values, positionals } = readOptions(USAGE, parameters);
  if (values.help) return undefined;
  const environments = wholeNumber('environments', values.environments, 1, 100);
  const seed =
    values.seed === undefined
      ? Math.floor(Math.random() * LARGEST_SEED)
      : wholeNumber('seed', values.seed, 0, LARGEST_SEED);
  return {
    task: positionals[0] ?? DEFAULT_TASK,
    minutes: anyNumber('minutes', values.minutes, 0.01, 10_000),
    seed,
    environments,
    clients:
      values.clients === undefined ? 2 * environments : wholeNumber('clients', values.clients, 1, 1000),
    families: readFamilies(values.only),
    port: values.port === undefined ? undefined : wholeNumber('port', values.port, 1, 65_535),
    bundle: values.function === undefined ? undefined : resolve(values.function),
    json: values.json === undefined ? undefined : resolve(values.json),
    log: resolve(values.log ?? join(dataDirectory, `soak-${seed}.jsonl`)),
  };
}

function readFamilies(text: string | undefined): readonly Family[] {
  if (text === undefined) return FAMILIES;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !FAMILIES.some((family) => family === name));
  if (unknown !== undefined) {
    throw new UsageError(`--only takes families of faults (${FAMILIES.join(', ')}), not "${unknown}"`);
  }
  return FAMILIES.filter((family) => names.includes(family));
}
