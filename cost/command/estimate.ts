import { table } from '../../project/table.ts';
import { type Bill, type ModelBillInput, serviceBill } from '../bill/bill.ts';
import { checkLimits, concurrencyNotes, requestNotes } from '../bill/limits.ts';
import { type Line, readAllowances } from '../bill/line.ts';
import { amount, dollars, percent, quantity } from '../report/format.ts';
import { MONTH } from '../workload/workload.ts';
import type { Arguments } from './command-line/arguments.ts';
import { readPrices, readTrial } from './input/inputs.ts';
import { readServiceModels, type ServiceModel } from './input/models.ts';
import { findOutcome, type KnownOutcome } from './input/outcome.ts';
import type { Printed } from './printed.ts';

/** A model, and how its configuration handles its load. */
interface SimulatedModel extends ServiceModel {
  readonly outcome: KnownOutcome;
}

/** `npm run cost -- …`: the bill of a load on a configuration, or on a stage. */
export async function estimate(args: Arguments): Promise<Printed> {
  const models = await readServiceModels(args);
  const prices = readPrices(args);
  for (const { load } of models) {
    checkLimits(load);
  }
  const simulated = models.map((model): SimulatedModel => {
    const { objective, trial } = readTrial(args, model.period);
    return { ...model, outcome: findOutcome(model, objective, trial) };
  });
  const inputs = simulated.map(
    ({ name, load, configuration, outcome, period, managed }): ModelBillInput => ({
      // With a single model, the lines of the bill need no name.
      ...(name !== undefined && models.length > 1 && { model: name }),
      ...(managed && { managed }),
      load,
      configuration,
      outcome,
      period,
      prices,
    }),
  ) as [ModelBillInput, ...ModelBillInput[]];
  const allowances = args.isSet('free-tier') ? readAllowances() : [];
  const billed = serviceBill(inputs, allowances);
  const [{ notCounted }] = models;
  const notes = [
    ...new Set(simulated.flatMap(({ run, outcome }) => [...(run?.notes ?? []), ...outcome.notes])),
    ...new Set(models.flatMap(({ load }) => requestNotes(load))),
    ...concurrencyNotes(models.filter(({ managed }) => !managed)),
  ];
  if (args.isSet('json')) {
    const estimates = simulated.map(({ name, load, configuration, outcome }) => ({
      ...(name !== undefined && { model: name }),
      load,
      configuration,
      outcome,
    }));
    const data = { models: estimates, bill: billed, notes, ...(notCounted.length > 0 && { notCounted }) };
    return { text: JSON.stringify(data, null, 2), exitCode: 0 };
  }
  const without = allowances.length > 0 ? 'after the free tier; no' : 'no free tier,';
  const text = [
    ...simulated.map(describe),
    ...notes,
    '',
    args.isSet('explain') ? explained(billed) : lines(billed),
    '',
    totals(billed, monthly(inputs)),
    '',
    `List prices of ${prices.region} as of ${prices.date}, ${without} savings plan or tax.`,
    ...(notCounted.length > 0 ? [`Not counted, because no price is cited: ${notCounted.join(', ')}.`] : []),
  ];
  return { text: text.join('\n'), exitCode: 0 };

  /** The bill of a whole month at the same rates; undefined if this bill is for a month. */
  function monthly([first, ...others]: typeof inputs): Bill | undefined {
    const always = (input: ModelBillInput) => ({ ...input, period: MONTH });
    return first.period.label === MONTH.label
      ? undefined
      : serviceBill([always(first), ...others.map(always)], allowances);
  }
}

function describe({ name, run, load, configuration, outcome, managed }: SimulatedModel): string {
  const { architecture, memoryMegabytes, provisioned, idleProvisioned } = configuration;
  const cached =
    load.repeatShare > 0 ? `, ${amount(load.cached.mean)} ms for ${percent(load.repeatShare)} repeats` : '';
  const idle = idleProvisioned > 0 ? ` (${idleProvisioned} in idle hours)` : '';
  const compute =
    managed?.text ?? `${architecture}, ${memoryMegabytes} MB, ${provisioned} provisioned${idle}`;
  return [
    ...(run ? [`Load run ${run.scenario}, ${run.started}, ${amount(run.requests)} requests`] : []),
    `${name === undefined ? '' : `${name}: `}${amount(load.ratePerSecond)} requests/s of ${amount(load.fresh.mean)} ms${cached}`,
    `${compute}, HTTP API, response cache`,
    `${percent(outcome.onDemandShare)} on demand, ${percent(outcome.coldShare)} cold (${outcome.origin})`,
  ].join('\n');
}

function totals(billed: Bill, month: Bill | undefined): string {
  return table([
    [`total, ${billed.period.label}`, dollars(billed.dollars)],
    ['per million requests', dollars(billed.perMillionRequests)],
    ['per request/s', dollars(billed.perRequestPerSecond)],
    ...(month ? [['the same rate day and night for a month', dollars(month.dollars)]] : []),
  ]);
}

function titleOf({ model, title }: Line): string {
  return model === undefined ? title : `${model}: ${title}`;
}

function lines({ lines }: Bill): string {
  const isFree = lines.some(({ free }) => free > 0);
  return table(
    lines.map((line) => [
      titleOf(line),
      quantity(line.quantity, line.unit),
      ...(isFree ? [line.free > 0 ? `${amount(line.free)} free` : ''] : []),
      dollars(line.dollars),
    ]),
  );
}

function explained({ lines }: Bill): string {
  return lines
    .map((line) =>
      [
        `${titleOf(line)}: ${dollars(line.dollars)}`,
        `  ${line.arithmetic} = ${quantity(line.quantity, line.unit)}${line.free > 0 ? `, of which ${amount(line.free)} free` : ''}`,
        `  ${line.source}`,
      ].join('\n'),
    )
    .join('\n');
}
