import { Duration, TimeZone } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { modelSettings } from '../../configuration/model-settings.ts';
import { parseSetting } from '../../configuration/setting.ts';
import { checkDailyHours, type DailyHours, minuteOfDay } from '../../endpoint/daily-hours.ts';
import type { RequestMetrics } from '../request-metrics.ts';

const MINUTES_OF_A_DAY = 24 * 60;

/** When requests to a model are certain to arrive. */
export interface ExpectedTraffic {
  /** Minutes without a request, 1 to 1440, after which callers, network, name or address must have a problem. */
  readonly silenceMinutes: number;
  /**
   * The part of each day in which requests are expected.
   * @default - all day
   */
  readonly hours?: DailyHours;
}

/**
 * An alarm that fires when no request arrives. Outside the expected hours it is muted; if the silence continues, it fires
 * when they begin.
 */
export function silenceAlarm(
  scope: Construct,
  id: string,
  props: ExpectedTraffic & { readonly model: string; readonly requests: RequestMetrics },
): cloudwatch.Alarm {
  const { model, requests, silenceMinutes, hours } = props;
  parseSetting(modelSettings.silenceMinutes, 'silenceMinutes', String(silenceMinutes));
  if (hours) checkDailyHours(hours, 'hours');
  const alarm = new cloudwatch.Alarm(scope, id, {
    metric: requests.latency.metric({
      period: Duration.minutes(silenceMinutes),
      statistic: cloudwatch.Stats.SAMPLE_COUNT,
    }),
    threshold: 1,
    alarmDescription: `${model}: not one request in ${silenceMinutes} minutes`,
    comparisonOperator: cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD,
    treatMissingData: cloudwatch.TreatMissingData.BREACHING,
    evaluationPeriods: 1,
  });
  if (hours) mute(alarm, hours, silenceMinutes);
  return alarm;
}

/** Mutes the alarm from the end of the hours until the next ones have lasted long enough for a silence. */
function mute(
  alarm: cloudwatch.Alarm,
  { from, until, timeZone = TimeZone.ETC_UTC }: DailyHours,
  silence: number,
): void {
  const end = minuteOfDay(until);
  const rest = (minuteOfDay(from) - end + MINUTES_OF_A_DAY) % MINUTES_OF_A_DAY;
  const muted = Math.min(rest + silence, MINUTES_OF_A_DAY - 1);
  new cloudwatch.CfnAlarmMuteRule(alarm, 'Mute', {
    description: 'No requests are expected',
    muteTargets: { alarmNames: [alarm.alarmName] },
    rule: {
      schedule: {
        expression: `cron(${end % 60} ${Math.floor(end / 60)} * * *)`,
        duration: `PT${Math.floor(muted / 60)}H${muted % 60}M`,
        timezone: timeZone.timezoneName,
      },
    },
  });
}
