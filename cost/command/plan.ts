import { checkConcurrency, checkLimits } from '../bill/limits.ts';
import { type Candidate, type Plan, plan } from '../plan/plan.ts';
import type { PriceBook } from '../prices/price-book.ts';
import { amount, milliseconds, percent } from '../report/format.ts';
import { breakEvens } from '../sweep/break-even.ts';
import { type Configuration, type Load, offeredErlangs } from '../workload/workload.ts';
import type { Arguments } from './command-line/arguments.ts';
import { readAccountConcurrency, readConfiguration, readPeriod, readPrices } from './input/deployment.ts';
import { readLoad, readPlay, readRun } from './input/inputs.ts';
import type { Answer } from './output/answer.ts';
import { assumptions, loadText } from './output/assumptions.ts';
import { Progress } from './output/progress.ts';
import { structured } from './output/structured.ts';
import { opening, verdict } from './plan-tables.ts';

/** `npm run cost -- plan …`: the cheapest configuration that keeps the promise. Exit code 1 where none does. */
export function planCommand(args: Arguments, report: (text: string) => void): Answer {
  const run = readRun(args);
  const load = readLoad(args, run);
  const configuration = readConfiguration(args, undefined);
  const period = readPeriod(args);
  const prices = readPrices(args);
  const { promised, play } = readPlay(args);
  const accountConcurrency = readAccountConcurrency(args);
  checkLimits(load, configuration);
  checkConcurrency([{ load, configuration }], accountConcurrency);
  const progress = new Progress(report, 'Playing numbers of environments');
  const planned = plan({
    load,
    configuration,
    period,
    prices,
    promised,
    play,
    tick: (done, total) => progress.tick(done, total),
  });
  if (planned.cheapest) {
    checkConcurrency([{ load, configuration: planned.cheapest.configuration }], accountConcurrency);
  }
  const exitCode = planned.cheapest ? 0 : 1;
  const notes = [
    ...assumptions(load, play, run),
    ...opening(planned.cheapest),
    ...arm64(load, configuration, prices),
  ];
  const data = structured(args, { ...summary(planned), notes });
  if (data !== undefined) {
    return { text: data, exitCode };
  }
  const share = amount(100 * (1 - promised.lateShare));
  const text = [
    `Promise: ${share} % within ${promised.milliseconds} ms, of which ${promised.network} ms outside the function. ${loadText(load)}`,
    '',
    verdict(planned, load, period, promised),
    '',
    `Offered load ${amount(offeredErlangs(load, configuration.cache))} Erlang: so many are in work at once on average.`,
    ...notes,
  ];
  return { text: text.join('\n'), exitCode };
}

/** arm64 is never taken to need the same milliseconds. */
function arm64(
  { fresh }: Load,
  { memoryMegabytes, architecture }: Configuration,
  prices: PriceBook,
): string[] {
  return breakEvens([{ memoryMegabytes, architecture, fresh }], prices).map(
    ({ longer, milliseconds: mean }) =>
      `arm64 is not measured: it is cheaper as long as a question takes less than ${milliseconds(mean)} there (${percent(longer)} longer).`,
  );
}

/** The same for programs. */
function summary({ cheapest, smallest, failing, tooClose, candidates, unavoidable }: Plan) {
  const short = ({ configuration, verdict, latency, bill }: Candidate) => ({
    provisioned: configuration.provisioned,
    kept: verdict.kept,
    lateShare: verdict.lateShare,
    lateShareLow: verdict.low,
    lateShareHigh: verdict.high,
    questions: verdict.questions,
    latencyMilliseconds: latency,
    onDemandShare: verdict.shares.onDemand,
    coldShare: verdict.shares.cold,
    dollars: bill.dollars,
    ...(verdict.opening && { opening: verdict.opening }),
  });
  return {
    ...(cheapest && { configuration: cheapest.configuration, cheapest: short(cheapest) }),
    ...(smallest && { smallest: short(smallest) }),
    ...(failing && { failing: short(failing) }),
    tooClose,
    unavoidableLateShare: unavoidable,
    candidates: candidates.map(short),
  };
}
