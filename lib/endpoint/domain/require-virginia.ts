import { Aws, CfnRule, Fn, Stack, Token } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ConfigurationError } from '../../configuration/configuration-error.ts';

/** Where AWS takes web ACLs and certificates of CloudFront, and nowhere else. */
export const CLOUDFRONT_REGION = 'us-east-1';

const MESSAGE =
  `CloudFront's web ACL and certificate can only be made in ${CLOUDFRONT_REGION}: deploy there, or make them there and ` +
  'give their ARNs.';

/**
 * Refuses stacks of other regions: at synthesis where the region is known, else when CloudFormation begins.
 *
 * @throws ConfigurationError
 */
export function requireVirginia(scope: Construct): void {
  const { region } = Stack.of(scope);
  if (!Token.isUnresolved(region)) {
    if (region !== CLOUDFRONT_REGION) throw new ConfigurationError(MESSAGE);
    return;
  }
  new CfnRule(scope, 'OnlyInVirginia', {
    assertions: [{ assert: Fn.conditionEquals(Aws.REGION, CLOUDFRONT_REGION), assertDescription: MESSAGE }],
  });
}
