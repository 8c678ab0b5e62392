import { commandLine } from '../../../project/command-line.ts';
import { CostError } from '../../errors.ts';
import { loadPrices, readJson } from '../../prices/price-files.ts';
import type { PriceBook } from '../../prices/prices.ts';
import { percent } from '../../report/format.ts';
import { coldDayHours, DEFAULT_TRIAL, type Objective, type Trial } from '../../simulation/trial.ts';
import {
  DEFAULT_CONFIGURATION,
  DEFAULT_LOAD,
  DEFAULT_REGION,
  NETWORK_MARGIN_MILLISECONDS,
} from '../../workload/defaults.ts';
import { parseDurations } from '../../workload/durations.ts';
import { type LoadRun, parseLoadRun } from '../../workload/load-run.ts';
import {
  type Configuration,
  competition,
  type Durations,
  HOURS_PER_MONTH,
  type Load,
  MONTH,
  type Period,
} from '../../workload/workload.ts';
import { type Arguments, POSITIVE, SHARE, WHOLE } from '../command-line/arguments.ts';

/** The command that load-tests a model on this machine. `npm run cost` reads a missing load from the last load run. */
export const LOAD_RUN = `${commandLine('load')} poisson --local --model <model>`;

export function readRun(args: Arguments): LoadRun | undefined {
  const file = args.text('from');
  return file === undefined ? undefined : parseLoadRun(readJson(file), file);
}

/** The load: from options, else from the load run, else defaults. The rate has no default. */
export function readLoad(args: Arguments, run: LoadRun | undefined): Load {
  const ratePerSecond = args.optionalNumber('rps', POSITIVE) ?? run?.ratePerSecond;
  if (!ratePerSecond) {
    throw new CostError(
      `--rps is missing: give the requests per second, or --from <report.json> of a load run: ${LOAD_RUN}`,
    );
  }
  const identifiedShare = args.number('with-id', DEFAULT_LOAD.identifiedShare, SHARE);
  const repeatShare = args.number('repeats', run?.repeatShare ?? DEFAULT_LOAD.repeatShare, SHARE);
  if (repeatShare > identifiedShare) {
    throw new CostError(
      `--repeats (${repeatShare}) must be at most --with-id (${identifiedShare}): only a request with an id can be a repeat.`,
    );
  }
  return {
    ratePerSecond,
    identifiedShare,
    repeatShare,
    burst: args.number('burst', DEFAULT_LOAD.burst, { above: 0, whole: true }),
    requestBytes: args.number('request-bytes', run?.requestBytes ?? DEFAULT_LOAD.requestBytes, WHOLE),
    responseBytes: args.number('response-bytes', run?.responseBytes ?? DEFAULT_LOAD.responseBytes, WHOLE),
    fresh: readFresh(args, run, repeatShare),
    cached: readCached(args, run, repeatShare),
  };
}

function readFresh(args: Arguments, run: LoadRun | undefined, repeatShare: number): Durations {
  const text = args.text('fresh');
  // Given durations replace those of the run.
  const fresh = text === undefined ? run?.fresh : parseDurations(text, '--fresh');
  if (fresh === undefined && repeatShare < 1) {
    throw new CostError(
      `--fresh is missing: give the mean duration of an uncached request in ms, or --from <report.json> of a load run against a target that sends server-timing: ${LOAD_RUN}`,
    );
  }
  return fresh ?? { mean: 0 };
}

function readCached(args: Arguments, run: LoadRun | undefined, repeatShare: number): Durations {
  const mean = args.optionalNumber('cached', POSITIVE);
  const cached = mean === undefined ? run?.cached : { mean };
  if (cached === undefined && repeatShare > 0) {
    throw new CostError(
      `--cached is missing: ${percent(repeatShare)} of the requests are repeats, so give their mean duration in ms.`,
    );
  }
  return cached ?? { mean: 0 };
}

/** The objective and the settings of its simulation. */
export function readTrial(args: Arguments, period: Period): { objective: Objective; trial: Trial } {
  const objective = {
    milliseconds: args.number('p99', 1000, POSITIVE),
    lateShare: args.number('late', 0.01, { above: 0, atMost: 1 }),
    network: NETWORK_MARGIN_MILLISECONDS,
  };
  return { objective, trial: { ...DEFAULT_TRIAL, dayHours: coldDayHours(period) } };
}

export function readPrices(args: Arguments): PriceBook {
  return loadPrices(args.text('region') ?? DEFAULT_REGION);
}

/** The configuration without --stage: options, else defaults. A load run with known workers sets the default of --provisioned. */
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
 * The period: a month, or a competition with --days.
 * @param warmHours hours a day with provisioned concurrency. @default the busy hours
 */
export function readPeriod(args: Arguments, warmHours?: number): Period {
  // At most a month, because price tiers are those of one month.
  const days = args.optionalNumber('days', { above: 0, atMost: 31 });
  if (days === undefined) {
    if (args.isSet('hours')) {
      throw new CostError('--hours needs --days, the number of days.');
    }
    return { ...MONTH, provisionedHours: (HOURS_PER_MONTH * (warmHours ?? 24)) / 24 };
  }
  const hours = args.number('hours', 24, { above: 0, atMost: 24 });
  return competition(days, hours, warmHours ?? hours);
}
