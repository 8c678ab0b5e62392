import type { TimeZone } from 'aws-cdk-lib';
import { requireThat } from '../configuration/configuration-error.ts';
import { modelSettings } from '../configuration/model-settings.ts';
import { parseSetting } from '../configuration/setting.ts';

/** A part of each day. */
export interface DailyHours {
  /** Time of day, HH:MM, at which it begins. */
  readonly from: string;
  /** Time of day, HH:MM, at which it ends; if earlier than `from`, on the next day. */
  readonly until: string;
  /** @default TimeZone.ETC_UTC */
  readonly timeZone?: TimeZone;
}

/**
 * The part of each day in which an endpoint is busy. The full number of environments is warm at `from`, so choose it some
 * minutes early. After `until`, requests beyond `idleConcurrency` start cold.
 */
export interface WarmHours extends DailyHours {
  /**
   * Environments that stay warm in the other hours, at least one, because an alias that is scaled to zero loses its
   * provisioned concurrency, and the next deployment fails.
   * @default 1
   */
  readonly idleConcurrency?: number;
}

/** @throws ConfigurationError that says what would be right */
export function checkDailyHours(
  { from, until, timeZone, idleConcurrency = 1 }: WarmHours,
  name: string,
): void {
  parseSetting(modelSettings.warmFrom, `${name}.from`, from);
  parseSetting(modelSettings.warmUntil, `${name}.until`, until);
  requireThat(from !== until, `${name}.from and ${name}.until must differ (${from}).`);
  if (timeZone) parseSetting(modelSettings.timeZone, `${name}.timeZone`, timeZone.timezoneName);
  const idle = String(idleConcurrency);
  parseSetting(modelSettings.idleProvisionedConcurrency, `${name}.idleConcurrency`, idle);
}

/** A time of day, HH:MM, in minutes since midnight. */
export function minuteOfDay(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return 60 * hour + minute;
}
