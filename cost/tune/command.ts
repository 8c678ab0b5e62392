import { openAskedTask } from '../../tasks/asked-task.ts';
import { runCost } from '../command/main.ts';
import { Progress } from '../command/output/progress.ts';
import { CostError, MissingPriceError } from '../errors.ts';
import { loadPrices } from '../prices/price-files.ts';
import { dollars, milliseconds, table } from '../report/format.ts';
import type { Architecture } from '../workload/workload.ts';
import { LambdaApi, type TunedFunction } from './lambda-api.ts';
import { HELP, readTuneOptions, type TuneCommandOptions } from './options.ts';
import { eventQuestions, sampleQuestions } from './questions.ts';
import { type PointSummary, pointText, summarise } from './summary.ts';
import { type TunedPoint, tune } from './tune.ts';
import { highestTuningCost } from './tuning-cost.ts';

/** Where the command writes to, asks, and is told to end. */
export interface TuneConsole {
  print(text: string): void;
  report(text: string): void;
  /** Undefined where nobody is there to be asked. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
  readonly signal: AbortSignal;
  readonly environment: NodeJS.ProcessEnv;
  /** Milliseconds between looks at whether Lambda is done. */
  readonly pollInterval: number;
}

/** An invocation may take as long as the function, and the way there and back. */
const CALL_MARGIN = 30_000;
const PATIENCE = 180_000;

/**
 * Runs `npm run tune -- <argv>`.
 * @returns the exit code: 0, 1 where nothing was measured or something is left in the account
 * @throws CostError, TaskError, LambdaError or TuneError with one line
 */
export async function runTune(argv: readonly string[], tuneConsole: TuneConsole): Promise<number> {
  const { print, report, environment, signal, pollInterval } = tuneConsole;
  const options = readTuneOptions(argv, environment);
  if (!options) {
    print(HELP);
    return 0;
  }
  const { target, region, payload, task } = options;
  const endpoint = environment.AWS_ENDPOINT_URL_LAMBDA ?? environment.AWS_ENDPOINT_URL;
  const apiWith = (timeout: number) => new LambdaApi(target, { region, endpoint, timeout });
  const questions =
    payload === undefined ? sampleQuestions(await openAskedTask({ task })) : eventQuestions(payload);
  const found = await apiWith(CALL_MARGIN).configuration(undefined, signal);
  const architecture = (found.Architectures?.[0] ?? 'x86_64') as Architecture;
  report(announce(options, found, architecture));
  if (!options.isAgreed && !(await agreed(tuneConsole))) {
    report('Nothing was changed.');
    return 1;
  }
  const leftOver: string[] = [];
  let progress = new Progress(report, '');
  const points = await tune(apiWith(found.Timeout * 1000 + CALL_MARGIN), questions, {
    ...options,
    runName: `subsecond-tune-${Date.now().toString(36)}`,
    pollInterval,
    patience: PATIENCE,
    signal,
    onStep(text) {
      report(text);
      progress = new Progress(report, text);
    },
    onProgress: (done, total) => progress.tick(done, total),
    onLeftOver(duty, reason) {
      leftOver.push(duty);
      report(`Left for you to do: ${duty}. ${reason}`);
    },
  });
  const summaries = points.map(summarise);
  print(measuredTable(summaries, points, architecture));
  const sweepArguments = summaries.flatMap((summary) => ['--point', pointText(summary, architecture)]);
  print(
    `\nnpm run cost -- sweep ${sweepArguments.join(' ')} --rps ${options.rps ?? '<requests per second>'}`,
  );
  const swept =
    options.rps === undefined ? 0 : await sweepNow([...sweepArguments, '--rps', options.rps], tuneConsole);
  return leftOver.length > 0 ? 1 : swept;
}

async function sweepNow(argv: readonly string[], { print, report }: TuneConsole): Promise<number> {
  print('');
  return runCost(['sweep', ...argv], { print, report });
}

/** What is about to be done, and what it costs at most. */
function announce(
  { target, memorySizes, invocations, warmUp, region }: TuneCommandOptions,
  { Timeout: timeout, MemorySize: memory }: TunedFunction,
  architecture: Architecture,
): string {
  const asked = invocations + warmUp;
  return [
    `${target}, ${architecture}, ${memory} MB, in ${region}: ${asked} questions at each of ${memorySizes.join(', ')} MB.`,
    'Memory of $LATEST, versions and aliases are changed and put back; what answers callers stays as it is.',
    `Costs at most ${costText()}, were every answer to take the ${timeout} s of the function's time-out, and the table writes and log lines of ${asked * memorySizes.length} questions.`,
  ].join('\n');

  function costText(): string {
    try {
      return dollars(highestTuningCost(memorySizes, asked, timeout, architecture, loadPrices(region)));
    } catch (error) {
      if (error instanceof CostError || error instanceof MissingPriceError) {
        return `what nobody has cited prices for (${error.message})`;
      }
      throw error;
    }
  }
}

async function agreed({ confirm }: TuneConsole): Promise<boolean> {
  if (!confirm) {
    throw new CostError('Nobody is there to be asked whether to begin: say --yes.');
  }
  return confirm('Begin? [y/N] ');
}

function measuredTable(
  summaries: readonly PointSummary[],
  points: readonly TunedPoint[],
  architecture: string,
): string {
  const rows = summaries.map(({ memoryMegabytes, mean, p50, p95, p99, init }, index) => [
    `${memoryMegabytes} MB`,
    architecture,
    ...[mean, p50, p95, p99].map(milliseconds),
    init === undefined ? '' : milliseconds(init),
    String(points[index]?.billed.length),
  ]);
  const heading = ['memory', 'architecture', 'mean', 'p50', 'p95', 'p99', 'INIT', 'questions'];
  return `Billed milliseconds of warm environments:\n${table([heading, ...rows], [0, 1])}`;
}
