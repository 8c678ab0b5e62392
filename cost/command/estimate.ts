import { type Bill, bill } from '../bill.ts';
import { amount, dollars, percent, quantity, table } from '../format.ts';
import type { LoadRun } from '../load-run.ts';
import { outcomeOf, playOnLambda } from '../outcome.ts';
import { type Configuration, type Load, MONTH, type Outcome } from '../workload.ts';
import { type Arguments, SHARE } from './arguments.ts';
import { readConfiguration, readLoad, readPeriod, readPlay, readPrices, readRun } from './inputs.ts';

/** An outcome and where it comes from. */
interface KnownOutcome extends Outcome {
  readonly origin: string;
}

/** `npm run cost -- …`: the bill of a load on a configuration. */
export function estimate(args: Arguments): string {
  const run = readRun(args);
  const load = readLoad(args, run);
  const configuration = readConfiguration(args, run);
  const period = readPeriod(args);
  const prices = readPrices(args);
  const outcome = findOutcome(args, run, load, configuration);
  const input = { load, configuration, outcome, prices };
  const billed = bill({ ...input, period });
  if (args.isSet('json')) {
    return JSON.stringify({ load, configuration, outcome, bill: billed }, null, 2);
  }
  const heading = describe(load, configuration, outcome, run);
  const body = args.isSet('explain') ? explained(billed) : lines(billed);
  const month =
    period === MONTH
      ? []
      : [['the same rate day and night for a month', dollars(bill({ ...input, period: MONTH }).dollars)]];
  const totals = table([
    [`total, ${period.label}`, dollars(billed.dollars)],
    ['per million requests', dollars(billed.perMillionRequests)],
    ['per request/s', dollars(billed.perRequestPerSecond)],
    ...month,
  ]);
  const note = `List prices of ${prices.region} as of ${prices.date}; no free tier, savings plan or tax.`;
  return [heading, '', body, '', totals, '', note].join('\n');
}

/** Given shares first, then those of the load run, then a simulation. */
function findOutcome(
  args: Arguments,
  run: LoadRun | undefined,
  load: Load,
  configuration: Configuration,
): KnownOutcome {
  const given = args.optionalNumber('spill-over', SHARE);
  const cold = args.optionalNumber('cold-share', SHARE);
  const measured = run && configuration.provisioned > 0 ? run.spillOverShare : undefined;
  const onDemand = configuration.provisioned === 0 ? 1 : (given ?? measured);
  if (onDemand !== undefined && cold !== undefined) {
    return { onDemandShare: onDemand, coldShare: Math.min(cold, onDemand), origin: 'given' };
  }
  if (given === 0 && onDemand === 0) {
    return { onDemandShare: 0, coldShare: 0, origin: 'given' };
  }
  if (run) {
    // The report counts as spill-over what a cold environment took.
    return { onDemandShare: onDemand ?? 0, coldShare: run.spillOverShare, origin: 'of the load run' };
  }
  const { promised, play } = readPlay(args);
  const simulated = outcomeOf(playOnLambda(load, configuration, promised, play));
  const onDemandShare = onDemand ?? simulated.onDemandShare;
  const coldShare = Math.min(cold ?? simulated.coldShare, onDemandShare);
  return { onDemandShare, coldShare, origin: `simulated with ${amount(play.questions)} questions` };
}

function describe(
  load: Load,
  configuration: Configuration,
  outcome: KnownOutcome,
  run: LoadRun | undefined,
): string {
  const { architecture, memoryMegabytes, provisioned, frontDoor, cache } = configuration;
  const cached =
    load.repeatShare > 0 && cache
      ? `, ${amount(load.cached.mean)} ms for ${percent(load.repeatShare)} repeats`
      : '';
  return [
    ...(run ? [`Load run ${run.scenario}, ${run.started}, ${amount(run.requests)} requests`] : []),
    `${amount(load.ratePerSecond)} requests/s of ${amount(load.fresh.mean)} ms${cached}`,
    `${architecture}, ${memoryMegabytes} MB, ${provisioned} provisioned, ${frontDoor}, ${cache ? 'result cache' : 'no result cache'}`,
    `${percent(outcome.onDemandShare)} on demand, ${percent(outcome.coldShare)} cold (${outcome.origin})`,
  ].join('\n');
}

function lines({ lines }: Bill): string {
  return table(lines.map((line) => [line.title, quantity(line.quantity, line.unit), dollars(line.dollars)]));
}

function explained({ lines }: Bill): string {
  return lines
    .map((line) =>
      [
        `${line.title}: ${dollars(line.dollars)}`,
        `  ${line.arithmetic} = ${quantity(line.quantity, line.unit)}`,
        `  ${line.source}`,
      ].join('\n'),
    )
    .join('\n');
}
