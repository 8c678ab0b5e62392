import { CostError } from '../../errors.ts';
import { loadPrices } from '../../prices/price-files.ts';
import type { PriceBook } from '../../prices/prices.ts';
import { DEFAULT_CONFIGURATION, DEFAULT_REGION } from '../../workload/defaults.ts';
import type { LoadRun } from '../../workload/load-run.ts';
import {
  type Configuration,
  competition,
  HOURS_PER_MONTH,
  MONTH,
  type Period,
} from '../../workload/workload.ts';
import { type Arguments, WHOLE } from '../command-line/arguments.ts';

/** The price snapshot of --region. */
export function readPrices(args: Arguments): PriceBook {
  return loadPrices(args.text('region') ?? DEFAULT_REGION);
}

/** The configuration where no stage says it: options over the defaults. */
export function readConfiguration(args: Arguments, run: LoadRun | undefined): Configuration {
  const defaults = DEFAULT_CONFIGURATION;
  return {
    ...defaults,
    architecture: args.word('architecture', ['x86_64', 'arm64']),
    memoryMegabytes: args.number('memory', defaults.memoryMegabytes, {
      above: 127,
      atMost: 10_240,
      whole: true,
    }),
    provisioned: args.number('provisioned', run?.workers ?? defaults.provisioned, WHOLE),
  };
}

/**
 * The period: a month, or a competition where --days is given.
 * @param warmHours hours a day for which a deployment keeps its environments; undefined: the busy ones
 */
export function readPeriod(args: Arguments, warmHours?: number): Period {
  // The steps of the prices are those of one month.
  const days = args.optionalNumber('days', { above: 0, atMost: 31 });
  if (days === undefined) {
    if (args.isSet('hours')) {
      throw new CostError('--hours belongs to --days: give the number of days as well.');
    }
    return { ...MONTH, provisionedHours: (HOURS_PER_MONTH * (warmHours ?? 24)) / 24 };
  }
  const hours = args.number('hours', 24, { above: 0, atMost: 24 });
  return competition(days, hours, warmHours ?? hours);
}
