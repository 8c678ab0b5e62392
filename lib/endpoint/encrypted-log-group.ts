import { Arn, ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** What a log group of the service is like. */
export interface ServiceLogGroupProps {
  readonly retention: RetentionDays;
  /**
   * Encrypts it. A key of this app gets what its policy needs; that of a key from elsewhere must say it already.
   * @default - AWS's own key
   */
  readonly encryptionKey?: IKey | undefined;
}

/** A log group that goes with its stack. */
export function serviceLogGroup(
  scope: Construct,
  id: string,
  { retention, encryptionKey }: ServiceLogGroupProps,
): LogGroup {
  if (encryptionKey) allowLogs(scope, encryptionKey);
  return new LogGroup(scope, id, {
    retention,
    removalPolicy: RemovalPolicy.DESTROY,
    ...(encryptionKey && { encryptionKey }),
  });
}

/**
 * CloudWatch Logs uses the key for log groups of this stack, whose names begin with the stack's.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/encrypt-log-data-kms.html
 */
function allowLogs(scope: Construct, key: IKey): void {
  const stack = Stack.of(scope);
  const groups = Arn.format(
    {
      service: 'logs',
      resource: 'log-group',
      resourceName: `${stack.stackName}-*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    },
    stack,
  );
  key.addToResourcePolicy(
    new PolicyStatement({
      actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:DescribeKey'],
      principals: [new ServicePrincipal(`logs.${stack.region}.${stack.urlSuffix}`)],
      resources: ['*'],
      conditions: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': groups } },
    }),
  );
}
