import { CostError } from '../errors.ts';
import type { Durations, Quantile } from './workload.ts';

/**
 * Reads a mean and measured quantiles in milliseconds, such as `150,p50=130,p99.9=500`. The mean alone suffices: `150`.
 * @param where beginning of error messages, such as the option
 * @throws CostError saying what would be right
 */
export function parseDurations(text: string, where: string): Durations {
  const [first = '', ...rest] = text.split(',').map((part) => part.trim());
  const mean = milliseconds(first, where);
  if (rest.length === 0) {
    return { mean };
  }
  const quantiles = rest.map((part) => parseQuantile(part, where)).sort((a, b) => a.share - b.share);
  const isRising = quantiles.every((quantile, index) => {
    const before = quantiles[index - 1];
    return !before || (before.share < quantile.share && before.milliseconds <= quantile.milliseconds);
  });
  if (!isRising) {
    throw new CostError(
      `${where}: in "${text}", each quantile must occur once, and a higher quantile must not have a shorter duration.`,
    );
  }
  return { mean, quantiles };
}

/** `p99=320` or `p99.9=500`. */
function parseQuantile(text: string, where: string): Quantile {
  const [, percent, value] = /^p(\d{1,2}(?:\.\d+)?)=(.*)$/.exec(text) ?? [];
  if (percent === undefined || value === undefined || Number(percent) === 0) {
    throw new CostError(`${where}: a quantile must be written like p50=130 or p99.9=500, not "${text}".`);
  }
  return { share: Number((Number(percent) / 100).toFixed(6)), milliseconds: milliseconds(value, where) };
}

function milliseconds(text: string, where: string): number {
  const value = text === '' ? Number.NaN : Number(text);
  if (!(value > 0 && Number.isFinite(value))) {
    throw new CostError(`${where}: milliseconds must be a number above 0, not "${text}".`);
  }
  return value;
}
