import { writeFileSync } from 'node:fs';
import { alternatives } from '../alternatives.ts';
import { chart } from '../chart.ts';
import { cheapestByRate, curves, rateGrid } from '../crossover.ts';
import { CostError } from '../errors.ts';
import { amount, table } from '../format.ts';
import { parseMachines } from '../machines.ts';
import { page } from '../page.ts';
import { readMachinesFile } from '../price-files.ts';
import type { Answer } from './answer.ts';
import { type Arguments, POSITIVE } from './arguments.ts';
import { type Assessed, assess, assessedRows, cheapestRows, crossoverRows } from './compare-tables.ts';
import { readConfiguration, readLoad, readPeriod, readPlay, readPrices, readRun } from './inputs.ts';

const POINTS_PER_DECADE = 12;

const NOTE =
  'Machines are an estimate: S = CPU ms / (vCPUs × sustained share), and one carries the highest rate at which a ' +
  'queue before it keeps the promise. They come without balancer, spare, logs and alarms.';

const NOTHING_KEEPS_IT =
  'No alternative keeps the promise at this rate, so no curves are compared or drawn: make the function faster ' +
  '(more memory, fewer members) or promise less.';

/**
 * `npm run cost -- compare …`: the alternatives, the crossover rates, and on request the chart. Exit code 1 where
 * none keeps the promise.
 */
export function compare(args: Arguments): Answer {
  const file = readChartFile(args);
  const load = readLoad(args, readRun(args));
  const configuration = readConfiguration(args, undefined);
  const period = readPeriod(args);
  const prices = readPrices(args);
  const settings = readPlay(args);
  const machines = parseMachines(readMachinesFile());
  const all = alternatives({ load, configuration, period, prices, machines, ...settings });
  const assessed = all.map(assess);
  const able = assessed.filter(({ assessment }) => assessment?.keepsPromise);
  const rates = readRates(args);
  const drawn = drawnCurves(able, rates);
  const serverless = drawnCurves(
    able.filter(({ alternative }) => alternative.isServerless),
    rates,
  );
  const base = drawn[0]?.name ?? 'nothing';
  const tables = [
    {
      caption: `At ${load.ratePerSecond} requests/s`,
      rows: assessedRows(assessed, period.label, settings.promised.lateShare),
    },
    { caption: 'The cheapest that keeps the promise, by rate', rows: cheapestRows(drawn) },
    { caption: 'The cheapest without machines of your own', rows: cheapestRows(serverless) },
    { caption: `Where the cost crosses that of "${base}"`, rows: crossoverRows(drawn) },
  ];
  const exitCode = able.length > 0 ? 0 : 1;
  const isDrawn = file !== undefined && drawn.length > 0;
  if (isDrawn) {
    const title = `Cost over the request rate, ${period.label}, ${prices.region}`;
    const subtitle = `fresh question ${amount(load.fresh.mean)} ms at ${configuration.memoryMegabytes} MB, bursts of ${load.burst}; only what keeps the promise`;
    const svg = chart(drawn, load.ratePerSecond, { title, subtitle });
    writeChart(file, svg, page({ title, svg, tables, notes: [NOTE] }));
  }
  if (args.isSet('json')) {
    const list = assessed.map(({ alternative: { name }, ...rest }) => ({ name, ...rest }));
    const json = { alternatives: list, cheapestByRate: cheapestByRate(drawn) };
    return { text: JSON.stringify(json, null, 2), exitCode };
  }
  const sections = tables.map(({ caption, rows }) => `${caption}:\n${table(rows, [0, 5])}`);
  const ending = [...(exitCode === 0 ? [] : [NOTHING_KEEPS_IT]), ...(isDrawn ? [`Wrote ${file}`] : [])];
  return { text: [...sections, NOTE, ...ending].join('\n\n'), exitCode };
}

function readRates(args: Arguments): number[] {
  const low = args.number('from-rate', 0.01, POSITIVE);
  const high = args.number('to-rate', 1000, POSITIVE);
  if (low >= high) {
    throw new CostError(`--from-rate must be below --to-rate, not ${low} and ${high}.`);
  }
  return rateGrid(low, high, Math.ceil(Math.log10(high / low) * POINTS_PER_DECADE) + 1);
}

function drawnCurves(assessed: readonly Assessed[], rates: readonly number[]) {
  return curves(
    assessed.map(({ alternative }) => alternative),
    rates,
  );
}

function readChartFile(args: Arguments): string | undefined {
  const file = args.text('chart');
  if (file !== undefined && !/\.(svg|html)$/.test(file)) {
    throw new CostError(`--chart must name a .svg or .html file, not "${file}".`);
  }
  return file;
}

function writeChart(file: string, svg: string, html: string): void {
  try {
    writeFileSync(file, file.endsWith('.svg') ? `${svg}\n` : html);
  } catch (error) {
    throw new CostError(`Cannot write --chart ${file}: ${(error as Error).message}`);
  }
}
