import type { Comparison } from '../alternatives/alternative.ts';
import { alternatives } from '../alternatives/alternatives.ts';
import { type Curve, cheapestByRate, curves, rateGrid } from '../alternatives/crossover.ts';
import { parseMachines } from '../alternatives/machine-list.ts';
import { checkLimits } from '../bill/limits.ts';
import { CostError } from '../errors.ts';
import { Games } from '../plan/games.ts';
import { readMachinesFile } from '../prices/price-files.ts';
import { amount, table } from '../report/format.ts';
import { rateChart } from '../report/rate-chart.ts';
import { fewestQuestions } from '../simulation/statistics.ts';
import { type Arguments, POSITIVE, UTILIZATION } from './command-line/arguments.ts';
import { type Assessed, assess, assessedRows, cheapestRows, crossoverRows } from './compare-tables.ts';
import { readConfiguration, readPeriod, readPrices } from './input/deployment.ts';
import { readLoad, readPlay, readRun } from './input/inputs.ts';
import type { Answer } from './output/answer.ts';
import { assumptions } from './output/assumptions.ts';
import { readChartFile, writeChart } from './output/chart-file.ts';
import { Progress } from './output/progress.ts';
import { structured } from './output/structured.ts';

const POINTS_PER_DECADE = 4;
/** Questions for one point of a curve, which is read to a hair's breadth only. */
const CURVE_QUESTIONS = 40_000;

const NOTE =
  'Of each as many as keep the promise, found by playing them; result cache, logs, metrics, alarms and egress are in ' +
  'all of them. Machines and tasks take the same vCPU time as Lambda, and all of a duration counts as work. Fargate and ' +
  "EC2 are two at least, behind a balancer; of other machines one has neither spare nor balancer, from two on AWS's " +
  'balancer is charged, whoever rents them out. Of Managed Instances Lambda keeps a ' +
  'vCPU each, and a share of the rest is free for bursts (--cpu-utilization). Somebody looks after machines.';

const NOTHING_KEEPS_IT =
  'No alternative keeps the promise at this rate: make the function faster (more memory, fewer members) or promise less.';

/**
 * `npm run cost -- compare …`: the alternatives, the crossover rates, and on request the chart. Exit code 1 where
 * none keeps the promise at the rate in question.
 */
export function compare(args: Arguments, report: (text: string) => void): Answer {
  const file = readChartFile(args);
  const run = readRun(args);
  const load = readLoad(args, run);
  const configuration = readConfiguration(args, undefined);
  const period = readPeriod(args);
  const prices = readPrices(args);
  const { promised, play } = readPlay(args);
  checkLimits(load, configuration);
  const comparison: Comparison = {
    load,
    configuration,
    period,
    prices,
    games: new Games(promised, play),
    machines: parseMachines(readMachinesFile()),
    arm64Factor: args.optionalNumber('arm64-factor', POSITIVE),
    throughput: args.optionalNumber('throughput', POSITIVE),
    cpuUtilization: args.optionalNumber('cpu-utilization', UTILIZATION),
  };
  const all = alternatives(comparison);
  const rates = readRates(args);
  const progress = new Progress(report, 'Playing the alternatives');
  const steps = all.length + rates.length;
  const assessed = all.map((alternative, index) => {
    progress.tick(index, steps);
    return assess(alternative, comparison);
  });
  const fewer = Math.min(play.questions, Math.max(CURVE_QUESTIONS, 2 * fewestQuestions(promised.lateShare)));
  const roughly = { ...comparison, games: new Games(promised, { ...play, questions: fewer }) };
  const drawn = curves(all, rates, roughly, (done) => progress.tick(all.length + done, steps));
  const serverless = drawn.filter(({ name }) => all.some((one) => one.name === name && one.isServerless));
  const base = drawn[0]?.name ?? 'nothing';
  const tables = [
    {
      caption: `At ${load.ratePerSecond} requests/s`,
      rows: assessedRows(assessed, period.label, promised.lateShare),
    },
    { caption: 'The cheapest that keeps the promise, by rate', rows: cheapestRows(drawn) },
    { caption: 'The cheapest without machines of your own', rows: cheapestRows(serverless) },
    { caption: `Where the cost crosses that of "${base}"`, rows: crossoverRows(drawn) },
  ];
  const exitCode = assessed.some(({ assessment }) => assessment?.verdict.kept === 'yes') ? 0 : 1;
  const notes = [NOTE, ...assumptions(load, play, run)];
  const isDrawn = file !== undefined && drawn.length > 0;
  if (isDrawn) {
    const title = `Cost over the request rate, ${period.label}, ${prices.region}`;
    const subtitle = `fresh question ${amount(load.fresh.mean)} ms at ${configuration.memoryMegabytes} MB, bursts of ${load.burst}; where it keeps the promise`;
    const svg = rateChart(drawn.map(kept), load.ratePerSecond, { title, subtitle });
    writeChart(file, { title, svg, tables, notes });
  }
  const data = structured(args, {
    alternatives: assessed.map(summary),
    cheapestByRate: cheapestByRate(drawn),
    cheapestServerlessByRate: cheapestByRate(serverless),
    curves: drawn.flatMap(({ name, points }) => points.map((point) => ({ name, ...point }))),
    notes,
  });
  if (data !== undefined) {
    return { text: data, exitCode };
  }
  const sections = tables.map(({ caption, rows }) => `${caption}:\n${table(rows, [0, 5])}`);
  const ending = [...(exitCode === 0 ? [] : [NOTHING_KEEPS_IT]), ...(isDrawn ? [`Wrote ${file}`] : [])];
  return { text: [...sections, notes.join('\n'), ...ending].join('\n\n'), exitCode };
}

/** What keeps the promise is drawn. */
function kept(curve: Curve): Curve {
  return { ...curve, points: curve.points.filter(({ keepsPromise }) => keepsPromise) };
}

function summary({ alternative: { name, isServerless }, assessment, refusal }: Assessed) {
  return {
    name,
    isServerless,
    ...(refusal !== undefined && { refusal }),
    ...(assessment && {
      dollars: assessment.dollars,
      count: assessment.count,
      kept: assessment.verdict.kept,
      lateShare: assessment.verdict.lateShare,
      lateShareLow: assessment.verdict.low,
      lateShareHigh: assessment.verdict.high,
      latencyMilliseconds: assessment.latency,
      remark: assessment.remark,
    }),
  };
}

function readRates(args: Arguments): number[] {
  const low = args.number('from-rate', 0.01, POSITIVE);
  const high = args.number('to-rate', 1000, POSITIVE);
  if (low >= high) {
    throw new CostError(`--from-rate must be below --to-rate, not ${low} and ${high}.`);
  }
  return rateGrid(low, high, Math.ceil(Math.log10(high / low) * POINTS_PER_DECADE) + 1);
}
