import type { TimeZone } from 'aws-cdk-lib';
import { ConfigurationError } from '../configuration/configuration-error.ts';
import { isTimeZone } from '../configuration/time-zone.ts';

/** A part of each day. */
export interface DailyHours {
  /** Time of day, HH:MM, at which it begins. */
  readonly from: string;
  /** Time of day, HH:MM, at which it ends; earlier than `from`, it ends on the next day. */
  readonly until: string;
  /** @default TimeZone.ETC_UTC */
  readonly timeZone?: TimeZone;
}

/**
 * The part of each day in which an endpoint is busy: `from` then, the full number of environments is warm, so choose it
 * some minutes early; what arrives after `until` beyond `idleConcurrency` starts cold.
 */
export interface WarmHours extends DailyHours {
  /**
   * Environments that stay warm in the other hours. At least one: an alias that was scaled to none has lost its
   * provisioned concurrency, and the next deployment fails on that.
   * @default 1
   */
  readonly idleConcurrency?: number;
}

/** @throws ConfigurationError that says what would be right */
export function checkDailyHours({ from, until, timeZone }: DailyHours, name: string): void {
  minuteOfDay(from, `${name}.from`);
  minuteOfDay(until, `${name}.until`);
  if (from === until) throw new ConfigurationError(`${name}.from and ${name}.until must differ (${from}).`);
  const zone = timeZone?.timezoneName;
  if (zone !== undefined && !isTimeZone(zone)) {
    throw new ConfigurationError(
      `${name}.timeZone must be an IANA time zone such as Asia/Taipei, not ${zone}.`,
    );
  }
}

/**
 * Minutes since midnight of a time of day.
 *
 * @throws ConfigurationError when it is no HH:MM
 */
export function minuteOfDay(time: string, name = 'A time of day'): number {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  if (hour !== undefined && minute !== undefined) return 60 * Number(hour) + Number(minute);
  throw new ConfigurationError(`${name} must be HH:MM, 00:00 to 23:59, not ${JSON.stringify(time)}.`);
}
