/** `npm run soak`: the service under load while everything around it breaks. */
import { writeFileSync } from 'node:fs';
import { DEFAULT_MODEL } from '../../model-repository/find-model.ts';
import { openRequestSource } from '../../model-repository/request-source.ts';
import { commandLine } from '../../project/command-line.ts';
import { anyNumber, wholeNumber } from '../../project/option-number.ts';
import { readOptions } from '../../project/read-options.ts';
import { UsageError } from '../../project/usage-error.ts';
import { FAMILIES, FAULTS } from './faults.ts';
import { formatReport } from './report.ts';
import { breakService } from './soak.ts';

export const HELP = `Usage: ${commandLine('soak')} [model …] [options]

Starts the service with an empty data folder, sends it requests without end, and meanwhile breaks one thing after the other, in
an order drawn from a seed. Every response is compared with those before it, and at the end each one is requested again.
docs/soak.md says what counts.

  model              models under models/, or folders with an ensemble.json (default ${DEFAULT_MODEL})
  --minutes <n>      how long (default 10); Ctrl-C ends it earlier, with its report
  --seed <n>         the faults of an earlier run in the same order
  --only <families>  faults of these families: ${FAMILIES.join(', ')}
  --workers <n>      workers of each model; twice as many clients (default 2)
  --json <file>      write the report there as well
  --help             show this text

Exit code: 0 when no response was lost, changed or late, no memory leaks and every fault was survived; 1 when not; 2 for wrong usage.`;

const USAGE = {
  help: `${commandLine('soak')} --help`,
  models: 'several',
  options: {
    minutes: { type: 'string', default: '10', value: 'n' },
    seed: { type: 'string', value: 'n' },
    only: { type: 'string', value: 'families' },
    workers: { type: 'string', default: '2', value: 'n' },
    json: { type: 'string', value: 'file' },
    help: { type: 'boolean', default: false, short: 'h' },
  },
} as const;

/** @returns the exit code */
export async function soak(parameters: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(USAGE, parameters);
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const minutes = anyNumber('minutes', values.minutes, 0.01, 10_000);
  const seed = wholeNumber(
    'seed',
    values.seed ?? String(Math.floor(Math.random() * 2 ** 32)),
    0,
    2 ** 32 - 1,
  );
  const workers = wholeNumber('workers', values.workers, 1, 100);
  const families = values.only?.split(',') ?? FAMILIES;
  const unknown = families.find((name) => !FAMILIES.some((family) => family === name));
  if (unknown !== undefined) {
    throw new UsageError(`--only takes families of faults (${FAMILIES.join(', ')}), not "${unknown}"`);
  }
  const models = positionals.length > 0 ? positionals : [DEFAULT_MODEL];
  const sources = await Promise.all(models.map((model) => openRequestSource({ model })));
  const faults = FAULTS.filter(({ family }) => families.includes(family));
  const report = await breakService(sources, faults, { minutes, seed, workers });
  console.log(formatReport(report));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, undefined, 2)}\n`);
  return report.passed ? 0 : 1;
}
