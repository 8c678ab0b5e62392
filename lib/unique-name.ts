import { Fn, Names, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** A name that no other construct of the account has, of letters, digits and hyphens. */
export function uniqueName(construct: Construct): string {
  return Names.uniqueResourceName(construct, {
    maxLength: 128,
    separator: '-',
    allowedSpecialCharacters: '-',
  });
}

/** What no other stack has and nobody outside of the account knows, another one once the stack is deleted and made anew. */
export function stackUuid(scope: Construct): string {
  return Fn.select(2, Fn.split('/', Stack.of(scope).stackId));
}

/** The user agent of the synthetic requests of a stack, and the beginning of their ids: nobody else can keep out of its alarms by them. */
export function syntheticName(scope: Construct): string {
  return `subsecond-synthetic-${stackUuid(scope)}`;
}
