import { erlangB } from '../erlang.ts';
import { amount, dollars, milliseconds, percent, table } from '../format.ts';
import type { Promised } from '../outcome.ts';
import { type Candidate, type Plan, plan } from '../plan.ts';
import { environmentsByFormula, SPILL_OVER_TARGET } from '../sizing.ts';
import { type Configuration, type Load, offeredErlangs, type Period } from '../workload.ts';
import type { Answer } from './answer.ts';
import type { Arguments } from './arguments.ts';
import { readConfiguration, readLoad, readPeriod, readPlay, readPrices, readRun } from './inputs.ts';

/** `npm run cost -- plan …`: the cheapest configuration that keeps the promise. Exit code 1 where none does. */
export function planCommand(args: Arguments): Answer {
  const run = readRun(args);
  const load = readLoad(args, run);
  const configuration = readConfiguration(args, undefined);
  const period = readPeriod(args);
  const { promised, play } = readPlay(args);
  const architectures = args.isSet('architecture')
    ? [configuration.architecture]
    : (['x86_64', 'arm64'] as const);
  const planned = plan({
    load,
    configuration,
    period,
    prices: readPrices(args),
    promised,
    play,
    architectures,
  });
  const exitCode = planned.cheapest ? 0 : 1;
  if (args.isSet('json')) {
    return { text: JSON.stringify(summary(planned), null, 2), exitCode };
  }
  const share = amount(100 * (1 - promised.lateShare));
  const promise = `Promise: ${share} % within ${promised.milliseconds} ms, of which ${promised.network} ms outside the function.`;
  const text = [
    `${promise} ${loadText(load)}`,
    '',
    verdict(planned, load, period, promised),
    '',
    sizing(load, configuration),
  ];
  return { text: [...text, ...planned.refused].join('\n'), exitCode };
}

function loadText(load: Load): string {
  const burst = load.burst > 1 ? ` in bursts of ${load.burst}` : '';
  return `Load: ${amount(load.ratePerSecond)} requests/s${burst}, ${amount(load.fresh.mean)} ms each.`;
}

function verdict(planned: Plan, load: Load, period: Period, promised: Promised): string {
  const { cheapest, nextCheaper, neverLate, candidates } = planned;
  const heading = [
    '',
    'provisioned',
    'architecture',
    `p${amount(100 * (1 - promised.lateShare))}`,
    'on demand',
    'cold',
    'worked',
    period.label,
  ];
  if (!cheapest) {
    const best = [...candidates].sort((one, other) => one.latency - other.latency)[0];
    return [
      'No configuration keeps the promise: make the function faster (more memory, fewer members) or promise less.',
      table([heading, ...(best ? [row('the fastest', best)] : [])]),
    ].join('\n');
  }
  const rows = [row('the cheapest that keeps it', cheapest)];
  if (nextCheaper) {
    rows.push(row('the next cheaper, does not', nextCheaper));
  }
  if (neverLate) {
    rows.push(row('the cheapest with none late', neverLate));
  }
  const perRate = `${dollars(cheapest.bill.dollars / load.ratePerSecond)} per request/s, ${dollars(cheapest.bill.perMillionRequests)} per million requests`;
  const none = nextCheaper ? [] : ['Nothing is cheaper than the first.'];
  return [table([heading, ...rows]), ...none, '', perRate].join('\n');
}

function row(name: string, { configuration, tally, bill, latency }: Candidate): string[] {
  return [
    name,
    String(configuration.provisioned),
    configuration.architecture,
    milliseconds(latency),
    percent(tally.onDemand / tally.attempts),
    percent(tally.cold / tally.attempts),
    percent(tally.utilisation),
    dollars(bill.dollars),
  ];
}

function sizing(load: Load, configuration: Configuration): string {
  const erlangs = offeredErlangs(load, configuration.cache);
  const formula = environmentsByFormula(load, configuration.cache);
  return [
    `Offered load ${amount(erlangs)} Erlang. Formula: ${formula} environments (Erlang-B at ${percent(SPILL_OVER_TARGET)} spill-over${load.burst > 1 ? `, + ${load.burst - 1} for the burst` : ''}).`,
    `Erlang-B for ${formula} environments and single arrivals: ${percent(erlangB(formula, erlangs))} spill-over.`,
  ].join('\n');
}

function summary({ cheapest, nextCheaper, neverLate, refused }: Plan) {
  const short = (candidate: Candidate | undefined) =>
    candidate && {
      configuration: candidate.configuration,
      latency: candidate.latency,
      onDemandShare: candidate.tally.onDemand / candidate.tally.attempts,
      dollars: candidate.bill.dollars,
    };
  return { cheapest: short(cheapest), nextCheaper: short(nextCheaper), neverLate: short(neverLate), refused };
}
