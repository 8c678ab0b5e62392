import { Annotations, TimeZone } from 'aws-cdk-lib';
import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { defined } from '../../project/defined.ts';
import { TARGET_UTILIZATION } from '../configuration/model-settings.ts';
import type { EnsembleEndpointProps } from './ensemble-endpoint-props.ts';
import type { WarmHours } from './warm-hours.ts';

/** Name of the alias of a function's live version. */
export const LIVE_ALIAS = 'live';

/** The alias of a function's live version, with its provisioned concurrency, which is fixed or scaled. */
export function warmAlias(
  scope: Construct,
  id: string,
  fn: lambda.Function,
  props: EnsembleEndpointProps,
): lambda.Alias {
  const least = props.provisionedConcurrency ?? 1;
  const most = props.maximumProvisionedConcurrency ?? least;
  const { reservedConcurrency: reserved } = props;
  if (reserved !== undefined && reserved < 2 * most) {
    const both = `reservedConcurrency (${reserved}) is less than twice maximumProvisionedConcurrency (${most})`;
    Annotations.of(scope).addWarningV2(
      'subsecond:reservedConcurrency',
      `${both}: while a release has two versions, Lambda cannot keep both warm, and requests are throttled.`,
    );
  }
  const alias = new lambda.Alias(scope, id, {
    aliasName: LIVE_ALIAS,
    version: fn.currentVersion as lambda.IVersion,
    ...(least !== 0 && { provisionedConcurrentExecutions: least }),
  });
  if (most === least && !props.warmHours) return alias;
  const range = { minCapacity: least, maxCapacity: most };
  const scaling = alias.addAutoScaling(range);
  scaling.scaleOnUtilization({ utilizationTarget: TARGET_UTILIZATION });
  if (props.warmHours) scheduleWarmHours(scaling, props.warmHours, range);
  return alias;
}

/** Raises the limits of target tracking at the start of the warm hours, and lowers them at the end, every day. */
function scheduleWarmHours(
  scaling: lambda.IScalableFunctionAttribute,
  { from, until, timeZone = TimeZone.ETC_UTC, idleConcurrency = 1 }: WarmHours,
  warm: { readonly minCapacity: number; readonly maxCapacity: number },
): void {
  scaling.scaleOnSchedule('WarmUp', { schedule: dailyAt(from), timeZone, ...warm });
  scaling.scaleOnSchedule('CoolDown', {
    schedule: dailyAt(until),
    timeZone,
    minCapacity: idleConcurrency,
    // Only a lower maximum removes environments, because target tracking measures no utilisation without requests.
    maxCapacity: idleConcurrency,
  });
}

function dailyAt(time: string): Schedule {
  const [hour, minute] = time.split(':').map((part) => String(Number(part)));
  return Schedule.cron(defined({ hour, minute }));
}
