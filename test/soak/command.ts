/** `npm run soak`: puts the service under load and injects faults. */
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { endInTime } from '../../local/command/ending.ts';
import { DEFAULT_MODEL } from '../../model-repository/find-model.ts';
import { openRequestSource } from '../../model-repository/request-source.ts';
import { commandLine } from '../../project/command-line.ts';
import { fitHelp } from '../../project/fit-columns.ts';
import { anyNumber, wholeNumber } from '../../project/option-number.ts';
import { readOptions } from '../../project/read-options.ts';
import { UsageError } from '../../project/usage-error.ts';
import { FAULTS } from './faults.ts';
import { formatReport } from './report.ts';
import { breakService } from './soak.ts';

const FAMILIES = Object.keys(FAULTS);

const HELP = `Usage: ${commandLine('soak')} [model …] [options]

Puts the service under load with an empty cache and injects one fault after another, in an order drawn from a seed. Compares
every response with earlier ones, and requests each id again at the end. See docs/soak.md.

Example: ${commandLine('soak')} digits --only workers,store --minutes 2

  model              models under models/, or folders with an ensemble.json (default ${DEFAULT_MODEL})
  --minutes <n>      duration of the faults (default 10); Ctrl-C ends the run with a report, a second Ctrl-C without
  --seed <n>         seed of the order of faults, from an earlier report
  --only <families>  comma-separated families of faults: ${FAMILIES.join(', ')} (default: all)
  --workers <n>      workers of each model (default 2); there are twice as many clients
  --fronts <n>       front processes (default 1)
  --json <file>      also write the report as JSON
  --help             show this help

Exit code: 0 if no response was lost, changed or wrong, few were late, memory does not leak and the service survived every fault;
1 if not; 2 for wrong usage.`;

const USAGE = {
  help: `${commandLine('soak')} --help`,
  models: 'several',
  options: {
    minutes: { type: 'string', default: '10', value: 'n' },
    seed: { type: 'string', value: 'n' },
    only: { type: 'string', value: 'families' },
    workers: { type: 'string', default: '2', value: 'n' },
    fronts: { type: 'string', default: '1', value: 'n' },
    json: { type: 'string', value: 'file' },
  },
} as const;

/** @returns the exit code */
export async function soak(parameters: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(USAGE, parameters);
  if (values.help) {
    console.log(fitHelp(HELP));
    return 0;
  }
  const minutes = anyNumber('minutes', values.minutes, 0.01, 10_000);
  const seed = wholeNumber('seed', values.seed ?? String(randomInt(2 ** 32)), 0, 2 ** 32 - 1);
  const workers = wholeNumber('workers', values.workers, 1, 100);
  const fronts = wholeNumber('fronts', values.fronts, 1, workers);
  const families = values.only?.split(',') ?? FAMILIES;
  const faults = families.flatMap((name) => {
    if (Object.hasOwn(FAULTS, name)) return FAULTS[name]!;
    throw new UsageError(`--only must be families of faults (${FAMILIES.join(', ')}), not "${name}"`);
  });
  const models = positionals.length > 0 ? positionals : [DEFAULT_MODEL];
  const sources = await Promise.all(models.map((model) => openRequestSource({ model })));
  const ending = new AbortController();
  const end = () => ending.abort();
  endInTime(end, () => process.exit(1));
  const terms = { minutes, seed, workers, fronts, signal: ending.signal };
  const report = await breakService(sources, faults, terms);
  console.log(formatReport(report));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, undefined, 2)}\n`);
  return report.passed ? 0 : 1;
}
