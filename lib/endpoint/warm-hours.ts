import { TimeZone } from 'aws-cdk-lib';
import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import type { IScalableFunctionAttribute } from 'aws-cdk-lib/aws-lambda';
import { type DailyHours, minuteOfDay } from './daily-hours.ts';

/**
 * The part of each day in which an endpoint is busy: `from` then, the full number of environments is warm, so choose it
 * some minutes early; what is asked after `until` beyond `idleConcurrency` starts cold.
 */
export interface WarmHours extends DailyHours {
  /**
   * Environments that stay warm in the other hours. At least one: an alias that was scaled to none has lost its
   * provisioned concurrency, and the next deployment fails on that.
   * @default 1
   */
  readonly idleConcurrency?: number;
}

/** Moves the limits of target tracking up at the start of the warm hours and down at their end, every day. */
export function scheduleWarmHours(
  scaling: IScalableFunctionAttribute,
  { from, until, timeZone = TimeZone.ETC_UTC, idleConcurrency = 1 }: WarmHours,
  warm: { readonly minCapacity: number; readonly maxCapacity: number },
): void {
  scaling.scaleOnSchedule('WarmUp', { schedule: dailyAt(from), timeZone, ...warm });
  scaling.scaleOnSchedule('CoolDown', {
    schedule: dailyAt(until),
    timeZone,
    minCapacity: idleConcurrency,
    // Only a lower maximum takes environments away: target tracking knows no utilisation where nobody asks.
    maxCapacity: idleConcurrency,
  });
}

function dailyAt(time: string): Schedule {
  const minutes = minuteOfDay(time);
  return Schedule.cron({ hour: String(Math.floor(minutes / 60)), minute: String(minutes % 60) });
}
