import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** The ARN of a resource of the stack's account and region, where the name stands behind a colon and not behind a slash. */
export function colonArn(scope: IConstruct, service: string, resource: string, resourceName: string): string {
  return Stack.of(scope).formatArn({
    service,
    resource,
    resourceName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}
