import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { colonArn } from '../names.ts';

/**
 * The topic on which alarms are published, and its subscribers.
 *
 * @param key encrypts it; one of this app gets what its policy needs, of another one the policy must say it already
 */
export function notificationTopic(scope: Construct, email: string, key: IKey | undefined): Topic {
  const topic = new Topic(scope, 'Notifications', { enforceSSL: true, ...(key && { masterKey: key }) });
  topic.addSubscription(new EmailSubscription(email));
  const alarms = colonArn(scope, 'cloudwatch', 'alarm', '*');
  // Only this account's alarms of this region: nobody else makes CloudWatch publish in their place.
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
  // Enforcing TLS replaces the policy that SNS gives a topic, and with it the leave of the account's alarms.
  topic.addToResourcePolicy(letAlarms(['sns:Publish'], topic.topicArn));
  // Who publishes to an encrypted topic has SNS make and open data keys; AWS's own key would not let alarms.
  key?.addToResourcePolicy(letAlarms(['kms:Decrypt', 'kms:GenerateDataKey*'], '*'));
  return topic;
}
