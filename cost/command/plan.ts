import { checkConcurrency, checkLimits } from '../bill/limits.ts';
import { type Candidate, type Plan, plan } from '../plan/plan.ts';
import type { PriceBook } from '../prices/price-book.ts';
import { amount, dollars, milliseconds, percent, table } from '../report/format.ts';
import type { Promised } from '../simulation/play.ts';
import { breakEvens } from '../sweep/break-even.ts';
import { type Configuration, type Load, offeredErlangs, type Period } from '../workload/workload.ts';
import type { Arguments } from './command-line/arguments.ts';
import { readAccountConcurrency, readConfiguration, readPeriod, readPrices } from './input/deployment.ts';
import { readLoad, readPlay, readRun } from './input/inputs.ts';
import type { Answer } from './output/answer.ts';
import { assumptions, loadText } from './output/assumptions.ts';
import { Progress } from './output/progress.ts';
import { structured } from './output/structured.ts';

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

function verdict(planned: Plan, load: Load, period: Period, promised: Promised): string {
  const { cheapest, smallest, failing, tooClose, candidates, unavoidable } = planned;
  const quantile = `p${amount(100 * (1 - promised.lateShare))}`;
  const heading = [
    '',
    'provisioned',
    quantile,
    'late',
    'surely',
    'on demand',
    'cold',
    'worked',
    period.label,
  ];
  if (!cheapest) {
    const why =
      unavoidable >= promised.lateShare
        ? `${percent(unavoidable)} of the answers are late even where none has to wait`
        : 'what does not wait is too near the limit, or cold starts never cease to matter';
    return [
      `No configuration keeps the promise (${why}): make the function faster (more memory, fewer members) or promise less.`,
      table([heading, ...candidates.slice(-1).map((candidate) => row('played', candidate))]),
    ].join('\n');
  }
  const rows = [row('the cheapest that keeps it', cheapest)];
  if (smallest && smallest !== cheapest && !isSame(smallest, cheapest)) {
    rows.push(row('the fewest that keep it', smallest));
  }
  if (failing) {
    rows.push(row('surely does not', failing));
  }
  const perRate = `${dollars(cheapest.bill.dollars / load.ratePerSecond)} per request/s, ${dollars(cheapest.bill.perMillionRequests)} per million requests`;
  return [
    table([heading, ...rows]),
    ...(tooClose.length > 0
      ? [
          `Too close to call in ${amount(cheapest.verdict.questions)} questions or more: ${tooClose.join(', ')} provisioned.`,
        ]
      : []),
    ...(failing || tooClose.length > 0 ? [] : ['It is kept with nothing provisioned.']),
    '',
    perRate,
  ].join('\n');
}

function isSame(one: Candidate, other: Candidate): boolean {
  return one.configuration.provisioned === other.configuration.provisioned;
}

function row(name: string, { configuration, verdict, bill, latency }: Candidate): string[] {
  const { provisioned } = configuration;
  const { lateShare, low, high, shares } = verdict;
  return [
    name,
    String(provisioned),
    milliseconds(latency),
    late(lateShare),
    `${late(low)} to ${late(high)}`,
    percent(shares.onDemand),
    percent(shares.cold),
    percent(shares.utilisation(provisioned)),
    dollars(bill.dollars),
  ];
}

/** A share of late answers, which may be very small. */
function late(share: number): string {
  return `${Number((share * 100).toPrecision(2))} %`;
}

function opening(cheapest: Candidate | undefined): string[] {
  const { opening } = cheapest?.verdict ?? {};
  return opening
    ? [
        `Of the first ${amount(opening.questions)} questions of a day ${amount(opening.cold)} start cold and ${amount(opening.late)} are late; the shares above are those of the whole day.`,
      ]
    : [];
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
