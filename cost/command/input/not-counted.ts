import type { ServiceConfiguration } from '../../../lib/configuration/service-configuration.ts';

/** What a deployment uses at prices that nobody has cited here, each with the settings that bring it. */
export function notCounted(service: ServiceConfiguration): string[] {
  const { access, accessSecret, cloudFront, hostedZoneId, serverSaltSecret } = service;
  const { encryptionKeyArn, syntheticQuestion, monthlyBudget, alarmEmail } = service;
  const secrets = [
    // A name that begins with a slash is a parameter, which is free.
    ...(serverSaltSecret !== undefined && !serverSaltSecret.startsWith('/') ? ['serverSaltSecret'] : []),
    ...(access === 'api-key' || access === 'hmac'
      ? [accessSecret === undefined ? `access=${access}` : 'accessSecret']
      : []),
    ...(cloudFront ? ['cloudFront'] : []),
  ];
  const used: readonly [boolean, string][] = [
    [encryptionKeyArn !== undefined, 'KMS (encryptionKeyArn)'],
    [secrets.length > 0, `Secrets Manager (${secrets.join(', ')})`],
    [cloudFront, 'CloudFront and WAF (cloudFront)'],
    [hostedZoneId !== undefined, 'Route 53 (hostedZoneId)'],
    [syntheticQuestion, 'EventBridge Scheduler (syntheticQuestion)'],
    [monthlyBudget !== undefined, 'AWS Budgets (monthlyBudget)'],
    [alarmEmail !== undefined, 'SNS (alarmEmail)'],
  ];
  return used.filter(([isUsed]) => isUsed).map(([, name]) => name);
}
