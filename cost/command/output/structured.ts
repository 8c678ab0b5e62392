import { CostError } from '../../errors.ts';
import { toCsv } from '../../report/csv.ts';
import type { Arguments } from '../command-line/arguments.ts';

/**
 * What programs read of a command: the value as JSON with --json, the same value as CSV with --csv.
 * @returns undefined where neither was asked for
 * @throws CostError when both were
 */
export function structured(args: Arguments, value: object): string | undefined {
  const isCsv = args.isSet('csv');
  if (args.isSet('json')) {
    if (isCsv) {
      throw new CostError('--json and --csv exclude each other: give one of them.');
    }
    return JSON.stringify(value, null, 2);
  }
  return isCsv ? toCsv(value) : undefined;
}
