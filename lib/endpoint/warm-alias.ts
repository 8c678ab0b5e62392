import { Alias, type IVersion, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { EnsembleEndpointProps } from './ensemble-endpoint-props.ts';
import { scheduleWarmHours } from './warm-hours.ts';

/** The alias of a function's live version, with its warm environments and what moves their number. */
export function warmAlias(
  scope: Construct,
  id: string,
  fn: LambdaFunction,
  props: EnsembleEndpointProps,
): Alias {
  const least = props.provisionedConcurrency ?? 1;
  const most = props.maximumProvisionedConcurrency ?? least;
  const alias = new Alias(scope, id, {
    aliasName: 'live',
    version: fn.currentVersion as IVersion,
    ...(least > 0 && { provisionedConcurrentExecutions: least }),
  });
  if (most === least && !props.warmHours) return alias;
  const range = { minCapacity: least, maxCapacity: most };
  const scaling = alias.addAutoScaling(range);
  scaling.scaleOnUtilization({ utilizationTarget: props.targetUtilization ?? 0.65 });
  if (props.warmHours) scheduleWarmHours(scaling, props.warmHours, range);
  return alias;
}
