import type { SweepMeasurements } from '../measurements.ts';

/** Others used more than this of the machine: figures are too low, and of different moments. */
const QUIET = 0.05;
/** From this share of a core on, the load generator may have been the limit. */
const GENERATOR_BUSY = 0.85;

/** What the reader should know before he believes a figure. */
export function describeDoubts(measured: SweepMeasurements): string[] {
  const { visits, interrupted, unlike, cores } = measured;
  const points = visits.flatMap(({ points }) => points);
  const others = points.flatMap(({ othersBusy }) => othersBusy ?? []);
  const busy = others.reduce((sum, share) => sum + share, 0) / others.length;
  const limited = points.filter(({ generatorBusy }) => generatorBusy > GENERATOR_BUSY).length;
  const deaths = points.reduce((sum, point) => sum + point.deaths, 0);
  const failures = new Map<string, number>();
  for (const point of points) {
    for (const [failure, times] of Object.entries(point.failures)) {
      failures.set(failure, (failures.get(failure) ?? 0) + times);
    }
  }
  return [
    ...(interrupted ? ['**Stopped early**: this is what there was.'] : []),
    ...(busy > QUIET
      ? [
          `**The machine was not quiet**: others used ${(100 * busy).toFixed(0)} % of its ${cores} cores meanwhile. Throughput is too ` +
            'low and latency too high; only what was compared within a round means something.',
        ]
      : others.length > 0
        ? [`The machine was quiet: others used ${(100 * busy).toFixed(1)} % of its ${cores} cores.`]
        : []),
    ...(limited > 0
      ? [
          `In ${limited} of ${points.length} measurements the load generator used more than ${100 * GENERATOR_BUSY} % of a core and may ` +
            'have been the limit.',
        ]
      : []),
    `Every answer was checked: of ${unlike.batches.answers} given by settings with batches ${unlike.batches.unlike}, of ` +
      `${unlike.single.answers} without ${unlike.single.unlike} differ from what the same sample was given otherwise.`,
    ...(deaths > 0 ? [`**${deaths} workers died** meanwhile.`] : []),
    ...(failures.size > 0
      ? [`Not answered: ${[...failures].map(([failure, times]) => `${failure} (${times})`).join(', ')}.`]
      : []),
  ];
}
