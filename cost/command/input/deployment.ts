import { DEFAULT_ACCOUNT_CONCURRENCY } from '../../bill/limits.ts';
import { MAX_ITEM_BYTES } from '../../bill/usage/table-units.ts';
import { CostError } from '../../errors.ts';
import type { PriceBook } from '../../prices/price-book.ts';
import { loadPrices } from '../../prices/price-files.ts';
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

/** How many environments the account may have at once. */
export function readAccountConcurrency(args: Arguments): number {
  return args.number('account-concurrency', DEFAULT_ACCOUNT_CONCURRENCY, WHOLE);
}

/** The configuration, by options over the defaults. */
export function readConfiguration(args: Arguments, run: LoadRun | undefined): Configuration {
  const defaults = DEFAULT_CONFIGURATION;
  if (run && run.coldStartShare > 0 && !args.isSet('provisioned') && run.workers === undefined) {
    throw new CostError(
      '--provisioned is missing: requests of this load run spilled over, so say how many environments were provisioned.',
    );
  }
  return {
    architecture: args.word('architecture', ['x86_64', 'arm64']),
    frontDoor: args.word('front-door', ['http-api', 'rest-api', 'function-url']),
    memoryMegabytes: args.number('memory', defaults.memoryMegabytes, {
      above: 127,
      atMost: 10_240,
      whole: true,
    }),
    provisioned: args.number('provisioned', run?.workers ?? defaults.provisioned, WHOLE),
    cache: !args.isSet('no-cache'),
    idleProvisioned: defaults.idleProvisioned,
    coldStartMilliseconds: args.number('cold-start', defaults.coldStartMilliseconds),
    ...readUnits(args),
    itemBytes: args.number('item-bytes', defaults.itemBytes, { atMost: MAX_ITEM_BYTES, whole: true }),
    ttlDays: args.number('ttl-days', defaults.ttlDays),
    pointInTimeRecovery: defaults.pointInTimeRecovery,
    logBytesPerRequest: args.number('log-bytes', defaults.logBytesPerRequest),
    logRetentionDays: args.number('log-days', defaults.logRetentionDays),
    metrics: args.number('metrics', defaults.metrics, WHOLE),
    alarms: args.number('alarms', defaults.alarms, WHOLE),
    dashboards: args.number('dashboards', defaults.dashboards, WHOLE),
    syntheticQuestion: defaults.syntheticQuestion,
  };
}

function readUnits(args: Arguments): Pick<Configuration, 'writeUnits' | 'readUnits'> {
  const writeUnits = args.optionalNumber('write-units');
  const readUnits = args.optionalNumber('read-units');
  return { ...(writeUnits !== undefined && { writeUnits }), ...(readUnits !== undefined && { readUnits }) };
}

/**
 * The period: a month, or a competition where --days is given.
 * @param enabledHours hours a day for which a deployment keeps its environments; undefined: the options say so
 */
export function readPeriod(args: Arguments, enabledHours?: number): Period {
  // The steps of the prices are those of one month.
  const days = args.optionalNumber('days', { above: 0, atMost: 31 });
  if (days === undefined) {
    if (args.isSet('hours') || args.isSet('provisioned-hours')) {
      throw new CostError(
        '--hours and --provisioned-hours belong to --days: give the number of days as well.',
      );
    }
    return monthOf(enabledHours ?? 24);
  }
  const hours = args.number('hours', 24, { above: 0, atMost: 24 });
  if (enabledHours !== undefined) {
    return competition(days, hours, enabledHours);
  }
  const provisionedHours = args.number('provisioned-hours', hours, { atMost: 24 });
  if (provisionedHours < hours) {
    throw new CostError(`--provisioned-hours must cover the ${hours} busy hours, not ${provisionedHours}.`);
  }
  return competition(days, hours, provisionedHours);
}

function monthOf(enabledHours: number): Period {
  return enabledHours === 24 ? MONTH : { ...MONTH, provisionedHours: (HOURS_PER_MONTH * enabledHours) / 24 };
}
