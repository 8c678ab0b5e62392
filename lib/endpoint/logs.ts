import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey, Key } from 'aws-cdk-lib/aws-kms';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { defined } from '../../project/defined.ts';
import { colonArn } from '../names.ts';

/** Properties of logs. */
export interface LogProps {
  /**
   * How long lines are kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;

  /**
   * Key that encrypts the logs. A key of this app gets the necessary policy; the policy of another key must allow
   * CloudWatch Logs.
   * @default - AWS's own key
   */
  readonly logEncryptionKey?: IKey | Key;

  /**
   * Whether the logs are deleted or kept when their stack is deleted.
   * @default RemovalPolicy.DESTROY
   */
  readonly logRemovalPolicy?: RemovalPolicy;
}

export function logProps({ logRetention, logEncryptionKey, logRemovalPolicy }: LogProps): LogProps {
  return defined({ logRetention, logEncryptionKey, logRemovalPolicy });
}

export function serviceLogGroup(
  scope: Construct,
  id: string,
  props: LogProps & { readonly logGroupName?: string },
): LogGroup {
  const { logRetention: retention = RetentionDays.ONE_MONTH, logEncryptionKey: key, logGroupName } = props;
  const encryptionKey = key as IKey | undefined;
  if (encryptionKey) allowLogs(scope, encryptionKey);
  return new LogGroup(scope, id, {
    retention,
    removalPolicy: props.logRemovalPolicy ?? RemovalPolicy.DESTROY,
    ...defined({ encryptionKey, logGroupName }),
  });
}

/**
 * Permits CloudWatch Logs to use the key for log groups of this stack. Their names begin with the stack's name, except that
 * the name of the gateway's log group has a path before the stack's name.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/encrypt-log-data-kms.html
 */
function allowLogs(scope: Construct, key: IKey): void {
  const stack = Stack.of(scope);
  const groups = ['', '/aws/vendedlogs/'].map((path) =>
    colonArn(scope, 'logs', 'log-group', `${path}${stack.stackName}-*`),
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
