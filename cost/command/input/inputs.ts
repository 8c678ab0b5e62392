import { CostError } from '../../errors.ts';
import { readJson } from '../../prices/price-files.ts';
import { DEFAULT_PLAY, type Play, type Promised } from '../../simulation/play.ts';
import { DEFAULT_LOAD, NETWORK_MARGIN_MILLISECONDS } from '../../workload/defaults.ts';
import { type LoadRun, parseLoadRun } from '../../workload/load-run.ts';
import type { Durations, Load } from '../../workload/workload.ts';
import { type Arguments, POSITIVE, SHARE, WHOLE } from '../command-line/arguments.ts';

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
  const quantiles = QUANTILES.flatMap(([name, share]) => {
    const milliseconds = args.optionalNumber(name, POSITIVE);
    return milliseconds === undefined ? [] : [{ share, milliseconds }];
  });
  if (quantiles.length > 0) {
    return { mean: mean ?? 0, quantiles };
  }
  // A mean of one's own says that the run's durations are not meant.
  return args.isSet('fresh') ? { mean: mean ?? 0 } : (run?.fresh ?? { mean: mean ?? 0 });
}

const QUANTILES = [
  ['fresh-p50', 0.5],
  ['fresh-p95', 0.95],
  ['fresh-p99', 0.99],
  ['fresh-p999', 0.999],
] as const;

function readCached(args: Arguments, run: LoadRun | undefined, repeatShare: number): Durations {
  const mean = args.optionalNumber('cached', POSITIVE) ?? run?.cached?.mean;
  if (mean === undefined && repeatShare > 0 && !args.isSet('no-cache')) {
    throw new CostError(
      `--cached is missing: ${repeatShare * 100} % of the requests are repeats, so give their mean duration in ms.`,
    );
  }
  return args.isSet('cached') ? { mean: mean ?? 0 } : (run?.cached ?? { mean: mean ?? 0 });
}

/** The promise, and how to play for it. */
export function readPlay(args: Arguments): { promised: Promised; play: Play } {
  const promised = {
    milliseconds: args.number('p99', 1000, POSITIVE),
    lateShare: args.number('late', 0.01, { above: 0, atMost: 1 }),
    network: args.number('network', NETWORK_MARGIN_MILLISECONDS),
  };
  const hours = args.optionalNumber('hours', POSITIVE) ?? 24;
  const isCold =
    args.isSet('days') && hours < 24 && args.word('opening', ['counted', 'ignored']) === 'counted';
  const play: Play = {
    questions: args.number('questions', DEFAULT_PLAY.questions, {
      above: 0,
      atMost: 1_000_000_000,
      whole: true,
    }),
    distribution: args.word('distribution', ['measured', 'lognormal', 'constant', 'exponential']),
    variation: args.number('spread', DEFAULT_PLAY.variation, { atMost: 10 }),
    seed: args.number('seed', DEFAULT_PLAY.seed, WHOLE),
    keepWarm: args.number('keep-warm', DEFAULT_PLAY.keepWarm / 1000) * 1000,
    reuse: args.word('reuse', ['newest', 'oldest']),
    dayHours: isCold ? hours : undefined,
  };
  return { promised, play };
}
