import type { Candidate, Plan } from '../plan/plan.ts';
import { amount, dollars, milliseconds, percent, table } from '../report/format.ts';
import type { Promised } from '../simulation/play.ts';
import type { Load, Period } from '../workload/workload.ts';

/** What keeps the promise and what does not, beside each other; a sentence where nothing keeps it. */
export function verdict(planned: Plan, load: Load, period: Period, promised: Promised): string {
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

/** How a day begins, where its first questions start cold. */
export function opening(cheapest: Candidate | undefined): string[] {
  const { opening } = cheapest?.verdict ?? {};
  return opening
    ? [
        `Of the first ${amount(opening.questions)} questions of a day ${amount(opening.cold)} start cold and ${amount(opening.late)} are late; the shares above are those of the whole day.`,
      ]
    : [];
}
