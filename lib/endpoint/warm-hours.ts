import type { TimeZone } from 'aws-cdk-lib';
import { requireThat } from '../configuration/configuration-error.ts';
import { modelSettings } from '../configuration/model-settings.ts';
import { parseSetting } from '../configuration/setting.ts';

/**
 * The part of each day in which an endpoint is busy. Lambda begins to warm all environments at `from`, so choose it some
 * minutes before the load. After `until`, requests beyond `idleConcurrency` start cold.
 */
export interface WarmHours {
  /** Time of day, HH:MM, at which the warm hours begin. */
  readonly from: string;
  /** Time of day, HH:MM, at which the warm hours end; if earlier than `from`, on the next day. */
  readonly until: string;
  /** @default TimeZone.ETC_UTC */
  readonly timeZone?: TimeZone;

  /**
   * Environments that stay warm in the other hours: at least one, because an alias that is scaled to zero would lose its
   * provisioned concurrency, and the next deployment would fail.
   * @default 1
   */
  readonly idleConcurrency?: number;
}

/** @throws ConfigurationError that says what would be right */
export function checkWarmHours({ from, until, timeZone, idleConcurrency = 1 }: WarmHours): void {
  parseSetting(modelSettings.warmFrom, 'warmHours.from', from);
  parseSetting(modelSettings.warmUntil, 'warmHours.until', until);
  requireThat(from !== until, `warmHours.from and warmHours.until must differ (${from}).`);
  if (timeZone) parseSetting(modelSettings.timeZone, 'warmHours.timeZone', timeZone.timezoneName);
  const idle = String(idleConcurrency);
  parseSetting(modelSettings.idleProvisionedConcurrency, 'warmHours.idleConcurrency', idle);
}
