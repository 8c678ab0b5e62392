/**
 * Total of the durations in a `server-timing` header, in milliseconds: the `total` entry where there is
 * one, else the sum of the stages, without the time in a queue. Undefined without any duration.
 */
export function serverMilliseconds(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  let sum: number | undefined;
  for (const entry of header.split(',')) {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim());
    const text = parameters.find((parameter) => /^dur=/i.test(parameter))?.slice('dur='.length);
    const duration = Number(text?.replaceAll('"', ''));
    if (text === undefined || !Number.isFinite(duration)) continue;
    if (name?.toLowerCase() === 'total') return duration;
    if (name?.toLowerCase() === 'queue') continue;
    sum = (sum ?? 0) + duration;
  }
  return sum;
}
