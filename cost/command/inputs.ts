import {
  DEFAULT_CONFIGURATION,
  DEFAULT_LOAD,
  DEFAULT_REGION,
  NETWORK_MARGIN_MILLISECONDS,
} from '../defaults.ts';
import { CostError } from '../errors.ts';
import { type LoadRun, parseLoadRun } from '../load-run.ts';
import { DEFAULT_PLAY, type Play, type Promised } from '../outcome.ts';
import { loadPrices, readJson } from '../price-files.ts';
import type { PriceBook } from '../prices.ts';
import {
  type Configuration,
  competition,
  type Durations,
  type Load,
  MONTH,
  type Period,
} from '../workload.ts';
import { type Arguments, POSITIVE, SHARE, WHOLE } from './arguments.ts';

/** The price snapshot of --region. */
export function readPrices(args: Arguments): PriceBook {
  return loadPrices(args.text('region') ?? DEFAULT_REGION);
}

/** The load run named by --from, if any. */
export function readRun(args: Arguments): LoadRun | undefined {
  const file = args.text('from');
  return file === undefined ? undefined : parseLoadRun(readJson(file), file);
}

/** The load: options first, then the load run, then the defaults. */
export function readLoad(args: Arguments, run: LoadRun | undefined): Load {
  const ratePerSecond = args.optionalNumber('rps', POSITIVE) ?? run?.ratePerSecond;
  if (!ratePerSecond) {
    throw new CostError(
      '--rps is missing: give the requests per second, or --from <report.json> of a load run.',
    );
  }
  const repeatShare = args.number('repeats', run?.repeatShare ?? DEFAULT_LOAD.repeatShare, SHARE);
  return {
    ratePerSecond,
    repeatShare,
    burst: args.number('burst', DEFAULT_LOAD.burst, { above: 0, whole: true }),
    requestBytes: args.number('request-bytes', run?.requestBytes ?? DEFAULT_LOAD.requestBytes, WHOLE),
    responseBytes: args.number('response-bytes', run?.responseBytes ?? DEFAULT_LOAD.responseBytes, WHOLE),
    fresh: readFresh(args, run, repeatShare),
    cached: readCached(args, run, repeatShare),
  };
}

function readFresh(args: Arguments, run: LoadRun | undefined, repeatShare: number): Durations {
  const mean = args.optionalNumber('fresh', POSITIVE) ?? run?.fresh?.mean;
  if (mean === undefined && (repeatShare < 1 || args.isSet('no-cache'))) {
    throw new CostError(
      '--fresh is missing: give the mean duration of a fresh question in ms, or --from <report.json> of a load run.',
    );
  }
  const p50 = args.optionalNumber('fresh-p50', POSITIVE);
  const p95 = args.optionalNumber('fresh-p95', POSITIVE);
  const p99 = args.optionalNumber('fresh-p99', POSITIVE);
  if (p50 === undefined && p95 === undefined && p99 === undefined) {
    return { mean: mean ?? 0 };
  }
  if (p50 === undefined || p95 === undefined || p99 === undefined) {
    throw new CostError('--fresh-p50, --fresh-p95 and --fresh-p99 belong together: give all three or none.');
  }
  return { mean: mean ?? p50, p50, p95, p99 };
}

function readCached(args: Arguments, run: LoadRun | undefined, repeatShare: number): Durations {
  const mean = args.optionalNumber('cached', POSITIVE) ?? run?.cached?.mean;
  if (mean === undefined && repeatShare > 0 && !args.isSet('no-cache')) {
    throw new CostError(
      `--cached is missing: ${repeatShare * 100} % of the requests are repeats, so give their mean duration in ms.`,
    );
  }
  return { mean: mean ?? 0 };
}

/** The configuration, by options over the defaults. */
export function readConfiguration(args: Arguments, run: LoadRun | undefined): Configuration {
  const defaults = DEFAULT_CONFIGURATION;
  if (run && run.spillOverShare > 0 && !args.isSet('provisioned') && run.provisioned === undefined) {
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
    provisioned: args.number('provisioned', run?.provisioned ?? defaults.provisioned, WHOLE),
    cache: !args.isSet('no-cache'),
    coldStartMilliseconds: args.number('cold-start', defaults.coldStartMilliseconds),
    writeUnits: args.number('write-units', defaults.writeUnits),
    readUnits: args.number('read-units', defaults.readUnits),
    itemBytes: args.number('item-bytes', defaults.itemBytes),
    ttlDays: args.number('ttl-days', defaults.ttlDays),
    logBytesPerRequest: args.number('log-bytes', defaults.logBytesPerRequest),
    logRetentionDays: args.number('log-days', defaults.logRetentionDays),
    metrics: args.number('metrics', defaults.metrics, WHOLE),
    alarms: args.number('alarms', defaults.alarms, WHOLE),
  };
}

/** The period: a month, or a competition where --days is given. */
export function readPeriod(args: Arguments): Period {
  const days = args.optionalNumber('days', POSITIVE);
  if (days === undefined) {
    if (args.isSet('hours') || args.isSet('provisioned-hours')) {
      throw new CostError(
        '--hours and --provisioned-hours belong to --days: give the number of days as well.',
      );
    }
    return MONTH;
  }
  const hours = args.number('hours', 24, { above: 0, atMost: 24 });
  const provisionedHours = args.number('provisioned-hours', hours, { atMost: 24 });
  if (provisionedHours < hours) {
    throw new CostError(`--provisioned-hours must cover the ${hours} busy hours, not ${provisionedHours}.`);
  }
  return competition(days, hours, provisionedHours);
}

/** The promise, and how to play for it. */
export function readPlay(args: Arguments): { promised: Promised; play: Play } {
  const promised = {
    milliseconds: args.number('p99', 1000, POSITIVE),
    lateShare: args.number('late', 0.01, { above: 0, atMost: 1 }),
    network: args.number('network', NETWORK_MARGIN_MILLISECONDS),
  };
  const play = {
    ...DEFAULT_PLAY,
    questions: args.number('questions', DEFAULT_PLAY.questions, {
      above: 0,
      atMost: 10_000_000,
      whole: true,
    }),
    distribution: args.word('distribution', ['measured', 'constant', 'exponential']),
    seed: args.number('seed', DEFAULT_PLAY.seed, WHOLE),
  };
  return { promised, play };
}
