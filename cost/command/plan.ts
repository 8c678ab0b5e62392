import { table } from '../../project/table.ts';
import { checkLimits, concurrencyNotes } from '../bill/limits.ts';
import { arm64Note } from '../plan/arm64.ts';
import { type Candidate, type Plan, plan } from '../plan/plan.ts';
import { Simulator } from '../plan/simulator.ts';
import { amount, dollars, milliseconds, percent } from '../report/format.ts';
import type { Objective } from '../simulation/trial.ts';
import { type Load, offeredErlangs, type Period } from '../workload/workload.ts';
import type { Arguments } from './command-line/arguments.ts';
import { readPrices, readTrial } from './input/inputs.ts';
import { readModel } from './input/models.ts';
import { assumptions, type Printed, simulationProgress } from './printed.ts';

/** `npm run cost -- plan …`: the cheapest configuration that meets the objective. Exit code 1 if none does. */
export async function planCommand(args: Arguments): Promise<Printed> {
  const { run, load, configuration, period } = await readModel(args);
  const prices = readPrices(args);
  const { objective, trial } = readTrial(args, period);
  checkLimits(load);
  const simulator = new Simulator(objective, trial, simulationProgress());
  const planned = plan({ load, configuration, period, prices, simulator });
  const exitCode = planned.cheapest ? 0 : 1;
  const notes = [
    ...assumptions(load, trial),
    ...(run?.notes ?? []),
    ...opening(planned.cheapest),
    ...arm64Note(configuration, load.fresh, prices),
    ...concurrencyNotes([{ load, configuration: planned.cheapest?.configuration ?? configuration }]),
  ];
  if (args.isSet('json')) {
    return { text: JSON.stringify({ ...summary(planned), notes }, null, 2), exitCode };
  }
  const share = amount(100 * (1 - objective.lateShare));
  const bursts = load.burst > 1 ? ` in bursts of ${load.burst}` : '';
  const text = [
    `Objective: ${share} % within ${objective.milliseconds} ms, of which ${objective.network} ms outside the function. Load: ${amount(load.ratePerSecond)} requests/s${bursts}, ${milliseconds(load.fresh.mean)} each.`,
    '',
    verdict(planned, load, period, objective),
    '',
    `Offered load: ${amount(offeredErlangs(load, configuration.cache))} Erlang, the average number of concurrent requests.`,
    ...notes,
  ];
  return { text: text.join('\n'), exitCode };
}

/** The result for `--json`. */
function summary({ cheapest, smallest, failing, tooClose, candidates, unavoidable }: Plan) {
  const short = ({ configuration, verdict, latency, bill }: Candidate) => ({
    provisioned: configuration.provisioned,
    met: verdict.met,
    lateShare: verdict.lateShare,
    lateShareLow: verdict.low,
    lateShareHigh: verdict.high,
    requests: verdict.requests,
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

/** The cheapest and the smallest configuration that meet the objective, and the largest that misses it; or why none meets it. */
function verdict(planned: Plan, load: Load, period: Period, objective: Objective): string {
  const { cheapest, smallest, failing, tooClose, candidates, unavoidable } = planned;
  const quantile = `p${amount(100 * (1 - objective.lateShare))}`;
  const heading = ['', 'provisioned', quantile, 'late', 'on demand', 'cold', 'utilized', period.label];
  if (!cheapest) {
    const why =
      unavoidable >= objective.lateShare
        ? `${percent(unavoidable)} of the responses are late even without waiting`
        : 'durations are too close to the limit, or too many requests start cold';
    return [
      `No configuration meets the objective (${why}): make the function faster (more memory, fewer members) or relax the objective.`,
      table([heading, ...candidates.slice(-1).map((candidate) => row('simulated', candidate))]),
    ].join('\n');
  }
  const rows = [row('cheapest that meets it', cheapest)];
  if (smallest && smallest.configuration.provisioned !== cheapest.configuration.provisioned) {
    rows.push(row('fewest that meet it', smallest));
  }
  if (failing) {
    rows.push(row('most that miss it', failing));
  }
  const perRate = `${dollars(cheapest.bill.dollars / load.ratePerSecond)} per request/s, ${dollars(cheapest.bill.perMillionRequests)} per million requests`;
  return [
    table([heading, ...rows]),
    ...(tooClose.length > 0
      ? [
          `Too close to call after ${amount(cheapest.verdict.requests)} simulated requests or more: ${tooClose.join(', ')} provisioned.`,
        ]
      : []),
    ...(failing || tooClose.length > 0 ? [] : ['The objective is met without provisioned concurrency.']),
    '',
    perRate,
  ].join('\n');
}

function row(name: string, { configuration, verdict, bill, latency }: Candidate): string[] {
  const { provisioned } = configuration;
  const { lateShare, shares } = verdict;
  return [
    name,
    String(provisioned),
    milliseconds(latency),
    late(lateShare),
    percent(shares.onDemand),
    percent(shares.cold),
    percent(shares.utilisation(provisioned)),
    dollars(bill.dollars),
  ];
}

/** A share of late responses, as a percentage with two significant digits, because the share may be very small. */
function late(share: number): string {
  return `${Number((share * 100).toPrecision(2))} %`;
}

/** A line about the beginning of a day, when the first requests start cold. */
function opening(cheapest: Candidate | undefined): string[] {
  const { opening } = cheapest?.verdict ?? {};
  return opening
    ? [
        `At the beginning of a day, ${amount(opening.cold)} of ${amount(opening.requests)} requests start cold and ${amount(opening.late)} are late; the shares above are for the whole day.`,
      ]
    : [];
}
