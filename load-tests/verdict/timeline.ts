import type { ExchangeRecord } from '../client/records.ts';

/** What happened in one second of a run. */
export interface Second {
  /** Seconds since the start. */
  second: number;
  sent: number;
  answered: number;
  coldStart: number;
}

/** Counts per second what was sent, what was answered, and what had to start an environment. */
export function timeline(exchanges: ExchangeRecord[]): Second[] {
  const start = exchanges.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const seconds: Second[] = [];
  const at = (milliseconds: number): Second => {
    const second = Math.floor((milliseconds - start) / 1000);
    while (seconds.length <= second) {
      seconds.push({ second: seconds.length, sent: 0, answered: 0, coldStart: 0 });
    }
    return seconds[second] as Second;
  };
  for (const record of exchanges) {
    at(record.at + record.lagMilliseconds).sent++;
    if (record.error === undefined) at(record.at + record.milliseconds).answered++;
    if (record.coldStart) at(record.at).coldStart++;
  }
  return seconds;
}
