const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The last second that was written, and how: many requests come in the same one. */
let [second, text] = [Number.NaN, ''];

/**
 * Common log format in UTC, as API Gateway writes it: `12/Mar/2020:19:03:58 +0000`.
 *
 * @param timeEpoch milliseconds
 */
export function formatTime(timeEpoch: number): string {
  const current = Math.floor(timeEpoch / 1000);
  if (current !== second) {
    const iso = new Date(timeEpoch).toISOString();
    const month = MONTHS[Number(iso.slice(5, 7)) - 1];
    [second, text] = [current, `${iso.slice(8, 10)}/${month}/${iso.slice(0, 4)}:${iso.slice(11, 19)} +0000`];
  }
  return text;
}
