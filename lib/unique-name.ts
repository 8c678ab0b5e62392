import { Names } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** A name that no other construct of the account has, of letters, digits and hyphens. */
export function uniqueName(construct: Construct): string {
  return Names.uniqueResourceName(construct, {
    maxLength: 128,
    separator: '-',
    allowedSpecialCharacters: '-',
  });
}
