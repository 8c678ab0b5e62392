import { table } from '../../project/table.ts';
import { alternatives, cheaperAt, dollarsIfMet, type Rated, rateAll } from '../alternatives/comparison.ts';
import { readMachines } from '../alternatives/machines.ts';
import { checkLimits } from '../bill/limits.ts';
import { Simulator } from '../plan/simulator.ts';
import { amount, dollars, milliseconds } from '../report/format.ts';
import { type Arguments, POSITIVE } from './command-line/arguments.ts';
import { readPrices, readTrial } from './input/inputs.ts';
import { readModel } from './input/models.ts';
import { assumptions, type Printed, simulationProgress } from './printed.ts';

/** Rates in requests per second at which the alternatives are compared. */
const RATES = [0.01, 0.1, 1, 10, 100]
  .flatMap((decade) => [1, 2, 5].map((step) => step * decade))
  .concat(1000);

const NOTE =
  '"Cheaper at" lists the requests/s at which the alternative costs less than Lambda. Lambda has the cheapest provisioned concurrency that meets the objective, and the number of servers is the smallest that meets it. Every alternative pays for response cache, logs, metrics, alarms and egress. ' +
  'A request is assumed to take as much vCPU time on a server as on Lambda, where its whole duration counts as CPU time. Fargate and EC2 with fixed ' +
  'performance have at least two servers and a load balancer; a single burstable machine needs no load balancer. On Managed Instances, ' +
  'Lambda keeps a vCPU of each instance, and half of the rest stays free for bursts. The labour of operating servers is not counted.';

const NOTHING_MEETS_IT =
  'No alternative meets the objective at this rate: make the function faster (more memory, fewer members) or relax the objective.';

/**
 * `npm run cost -- compare …`: a table of the alternatives at the rate of the load. The table also says at which rates of a
 * grid each alternative is cheaper than Lambda. Exit code 1 if no alternative meets the objective at the rate of the load.
 * @param grid further rates in requests per second
 */
export async function compare(args: Arguments, grid = RATES): Promise<Printed> {
  const { run, load, configuration, period } = await readModel(args);
  const prices = readPrices(args);
  const { objective, trial } = readTrial(args, period);
  checkLimits(load);
  const simulator = new Simulator(objective, trial, simulationProgress());
  const throughput = args.optionalNumber('throughput', POSITIVE);
  const comparison = { load, configuration, period, prices, simulator, throughput };
  const rates = [...new Set([...grid, load.ratePerSecond])].sort((one, other) => one - other);
  const all = alternatives(comparison, readMachines());
  const rated = rateAll(all, rates, comparison);
  const given = rates.indexOf(load.ratePerSecond);
  const exitCode = rated.some(({ points }) => dollarsIfMet(points[given]!) !== undefined) ? 0 : 1;
  const notes = [NOTE, ...assumptions(load, trial), ...(run?.notes ?? [])];
  if (args.isSet('json')) {
    return { text: JSON.stringify({ alternatives: rated.map(summary), notes }, null, 2), exitCode };
  }
  const text = [
    `At ${amount(load.ratePerSecond)} requests/s:`,
    ...comparisonTable(rated, given, period.label, objective.lateShare),
    '',
    ...notes,
    ...(exitCode === 0 ? [] : ['', NOTHING_MEETS_IT]),
  ];
  return { text: text.join('\n'), exitCode };
}

/**
 * A table of the alternatives at one rate. Each row has the cost as a multiple of the smallest cost that meets the objective,
 * and the rates at which the alternative is cheaper than Lambda, the first alternative. A line below the row says what the
 * alternative needs, or why it is left out.
 */
function comparisonTable(
  rated: readonly Rated[],
  given: number,
  period: string,
  lateShare: number,
): string[] {
  const costs = rated.flatMap(({ points }) => dollarsIfMet(points[given]!) ?? []);
  const [first] = rated;
  const body = rated.map((one) => {
    const { assessment, refusal = '' } = one.points[given]!;
    const ranges = first && one !== first ? cheaperAt(one, first) : [];
    const cheaper = ranges.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ');
    if (!assessment) return { cells: [one.name, 'left out', '', '', '', cheaper], remark: refusal };
    const cells = [
      one.name,
      dollars(assessment.dollars),
      costs.length > 0 ? `× ${(assessment.dollars / Math.min(...costs)).toFixed(2)}` : '',
      milliseconds(assessment.latency),
      assessment.verdict.met,
      cheaper || (one === first ? '' : 'nowhere'),
    ];
    return { cells, remark: assessment.remark };
  });
  const quantile = `p${amount(100 * (1 - lateShare))}`;
  const head = ['', period, 'factor', quantile, 'in time', 'cheaper at'];
  const [heading = '', ...lines] = table([head, ...body.map(({ cells }) => cells)]).split('\n');
  return [heading, ...lines.flatMap((line, index) => [line, `    ${body[index]!.remark}`])];
}

function summary({ name, points }: Rated) {
  const entries = points.map(({ rate, refusal, assessment }) => ({
    rate,
    ...(refusal !== undefined && { refusal }),
    ...(assessment && {
      dollars: assessment.dollars,
      count: assessment.count,
      met: assessment.verdict.met,
      lateShare: assessment.verdict.lateShare,
      lateShareLow: assessment.verdict.low,
      lateShareHigh: assessment.verdict.high,
      latencyMilliseconds: assessment.latency,
      remark: assessment.remark,
    }),
  }));
  return { name, points: entries };
}
