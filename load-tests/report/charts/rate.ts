import type { ExchangeRecord } from '../../client/records.ts';
import { timeline } from '../../verdict/timeline.ts';
import { bar, chart, countTicks, horizontal, plot, ticks, vertical } from './svg.ts';

/** Requests sent and answered in every second. */
export function rateOverTime(exchanges: ExchangeRecord[]): string {
  const seconds = timeline(exchanges);
  const highest = seconds.reduce((most, { sent, answered }) => Math.max(most, sent, answered), 1);
  const x = horizontal(0, seconds.length);
  const y = vertical(0, highest);
  const path = (name: 'sent' | 'answered') => {
    const steps = seconds.map((second) => `H${x(second.second).toFixed(1)}V${y(second[name]).toFixed(1)}`);
    return `<path class="${name}" d="M${plot.left} ${y(0)}${steps.join('')}H${x(seconds.length).toFixed(1)}"/>`;
  };
  return chart(
    'Rate over time',
    { scale: x, ticks: ticks(seconds.length), title: 'seconds since the start' },
    { scale: y, ticks: countTicks(highest), title: 'requests/s' },
    path('sent') + path('answered'),
  );
}

/** Requests in every second for which an environment had to be started. */
export function coldStartsOverTime(exchanges: ExchangeRecord[]): string {
  const seconds = timeline(exchanges);
  const highest = seconds.reduce((most, { coldStart }) => Math.max(most, coldStart), 1);
  const x = horizontal(0, seconds.length);
  const y = vertical(0, highest);
  const bars = seconds.map(({ second, coldStart }) =>
    bar('cold-start', x(second), x(1) - x(0), y(coldStart), y(0)),
  );
  return chart(
    'Cold starts over time',
    { scale: x, ticks: ticks(seconds.length), title: 'seconds since the start' },
    { scale: y, ticks: countTicks(highest), title: 'requests/s' },
    bars.join(''),
  );
}
