import { amount, milliseconds, percent, table } from '../report/format.ts';
import type { SimulationInput } from '../simulation/simulation.ts';
import type { Tally } from '../simulation/tally.ts';

/** The load asked once beside the load with repeats by the client. */
export function summary(
  withRepeats: Tally,
  without: Tally,
  { repeats, environments }: SimulationInput,
): string {
  const both = (name: string, figure: (tally: Tally) => string) => [
    name,
    figure(without),
    figure(withRepeats),
  ];
  return table([
    ['', 'asked once', `up to ${repeats} repeats`],
    both('attempts per question', (tally) => (tally.attempts / tally.questions).toFixed(3)),
    both('answered in time at once', (tally) => percent(tally.inTimeAtFirst / tally.questions)),
    both('answered in time in the end', (tally) => percent(tally.inTime / tally.questions)),
    both('spilled over, of attempts', (tally) => percent(tally.onDemand / tally.attempts)),
    both('cold, of attempts', (tally) => percent(tally.cold / tally.attempts)),
    both('refused, of attempts', (tally) => percent(tally.rejected / tally.attempts)),
    both('p50', (tally) => duration(tally.latencies.quantile(0.5))),
    both('p99', (tally) => duration(tally.latencies.quantile(0.99))),
    both('environments at work', (tally) => percent(Math.min(1, tally.utilisation(environments)))),
  ]);
}

/** How repeats grow, or die down, from tenth to tenth of the run. */
export function storm(tenths: readonly Tally[]): string {
  const share = (part: number, all: number) => (all > 0 ? percent(part / all) : '–');
  return table([
    ['tenth', 'attempts', 'of them repeats', 'late or refused'],
    ...tenths.map(({ attempts, repeats, late }, index) => [
      String(index + 1),
      amount(attempts),
      share(repeats, attempts),
      share(late, attempts),
    ]),
  ]);
}

function duration(value: number): string {
  return Number.isFinite(value) ? milliseconds(value) : 'never';
}
