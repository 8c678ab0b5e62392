import { ArnFormat, Fn, Names, Stack } from 'aws-cdk-lib';
import type { Construct, IConstruct } from 'constructs';

/** The ARN of a resource of the stack's account and region, with a colon before the name. */
export function colonArn(scope: IConstruct, service: string, resource: string, resourceName: string): string {
  return Stack.of(scope).formatArn({
    service,
    resource,
    resourceName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}

/** A name of letters, digits and hyphens that is unique in the account and region, because it begins with the stack's name. */
export function uniqueName(construct: Construct): string {
  return Names.uniqueResourceName(construct, {
    maxLength: 128,
    separator: '-',
    allowedSpecialCharacters: '-',
  });
}

/** A value that is unique to the stack, changes when the stack is created again, and is known only within the account. */
export function stackUuid(scope: Construct): string {
  return Fn.select(2, Fn.split('/', Stack.of(scope).stackId));
}
