import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { colonArn } from '../names.ts';

/**
 * The topic on which alarms are published, with its subscriber.
 *
 * @param key encrypts the messages; a key of this app gets the necessary policy, another key must have it already
 */
export function notificationTopic(scope: Construct, email: string, key: IKey | undefined): Topic {
  const topic = new Topic(scope, 'Notifications', { enforceSSL: true, ...(key && { masterKey: key }) });
  topic.addSubscription(new EmailSubscription(email));
  const alarms = colonArn(scope, 'cloudwatch', 'alarm', '*');
  // Each statement is restricted to alarms of this account and region, so that nobody else can publish through CloudWatch.
  const letAlarms = (actions: string[], resource: string) =>
    new PolicyStatement({
      actions,
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      resources: [resource],
      conditions: {
        StringEquals: { 'aws:SourceAccount': Stack.of(scope).account },
        ArnLike: { 'aws:SourceArn': alarms },
      },
    });
  // Enforcing TLS replaces the topic's default policy, which permits alarms to publish. So this statement permits it again.
  topic.addToResourcePolicy(letAlarms(['sns:Publish'], topic.topicArn));
  // A publisher to an encrypted topic must get data keys from the topic's key. The policy of AWS's own key for SNS does not let
  // alarms get them.
  key?.addToResourcePolicy(letAlarms(['kms:Decrypt', 'kms:GenerateDataKey*'], '*'));
  return topic;
}
