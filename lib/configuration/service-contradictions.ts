import type { Contradictions, ServiceConfiguration } from './service-configuration.ts';

/** Of a service: who may call and where, how it is watched, and on which instances it runs. */
export const serviceContradictions: Contradictions<ServiceConfiguration> = [
  ({ access, secretPath }) =>
    access !== 'open' &&
    secretPath !== undefined &&
    `secretPath guards open access, not ${access}: leave it out.`,
  ({ access, jwtIssuer, jwtAudience }) =>
    access === 'jwt' &&
    (jwtIssuer === undefined || jwtAudience === undefined) &&
    'access=jwt needs jwtIssuer and jwtAudience.',
  ({ access, jwtIssuer, jwtAudience }) =>
    access !== 'jwt' &&
    (jwtIssuer ?? jwtAudience) !== undefined &&
    `jwtIssuer and jwtAudience need access=jwt, not ${access}.`,
  ({ access, accessSecret }) =>
    access !== 'api-key' &&
    access !== 'hmac' &&
    accessSecret !== undefined &&
    `accessSecret needs access=api-key or access=hmac, not ${access}.`,
  ({ access, replayWindowSeconds }) =>
    access !== 'hmac' &&
    replayWindowSeconds !== undefined &&
    `replayWindowSeconds needs access=hmac, not ${access}.`,
  ({ access, allowedAddresses }) =>
    (access === 'iam' || access === 'jwt') &&
    allowedAddresses !== undefined &&
    `allowedAddresses needs access=open, api-key or hmac: with ${access}, API Gateway calls no authorizer of ours.`,
  ({ access, allowedAddresses, cloudFront, authorizerProvisionedConcurrency: warm = 0 }) =>
    warm > 0 &&
    (access === 'iam' || access === 'jwt' || (access === 'open' && !allowedAddresses && !cloudFront)) &&
    'authorizerProvisionedConcurrency needs an authorizer: access=api-key, access=hmac, allowedAddresses or cloudFront=true.',
  ({ domainName, certificateArn, hostedZoneId }) =>
    domainName !== undefined &&
    (certificateArn ?? hostedZoneId) === undefined &&
    'domainName needs certificateArn, or the hostedZoneId in which a new certificate can be proved.',
  ({ domainName, certificateArn, hostedZoneId, hostedZoneName, trustStore }) =>
    domainName === undefined &&
    (certificateArn ?? hostedZoneId ?? hostedZoneName ?? trustStore) !== undefined &&
    'certificateArn, hostedZoneId, hostedZoneName and trustStore need a domainName.',
  ({ domainName, hostedZoneName }) =>
    hostedZoneName !== undefined &&
    !`.${domainName}`.endsWith(`.${hostedZoneName}`) &&
    `domainName (${domainName}) must be in the zone ${hostedZoneName}.`,
  ({ trustStore, trustStoreVersion }) =>
    trustStore === undefined && trustStoreVersion !== undefined && 'trustStoreVersion needs a trustStore.',
  ({ trustStore, cloudFront }) =>
    trustStore !== undefined &&
    cloudFront &&
    'trustStore is for API Gateway, which callers do not reach through CloudFront: leave one of them out.',
  ({ access, cloudFront }) =>
    cloudFront &&
    (access === 'iam' || access === 'jwt') &&
    `cloudFront=true needs access=open, api-key or hmac: with ${access}, callers could walk around the web ACL.`,
  ({ cloudFront, webAclArn }) => !cloudFront && webAclArn !== undefined && 'webAclArn needs cloudFront=true.',
  ({ webAclArn, allowedAddresses }) =>
    webAclArn !== undefined &&
    allowedAddresses !== undefined &&
    'allowedAddresses must stand in your own web ACL, or leave webAclArn out.',
  ({ monthlyBudget, alarmEmail }) =>
    monthlyBudget !== undefined &&
    alarmEmail === undefined &&
    'monthlyBudget needs alarmEmail: the address of its e-mails.',
  ({ syntheticRequest, access }) =>
    syntheticRequest &&
    access !== 'open' &&
    access !== 'iam' &&
    `syntheticRequest needs access=open or access=iam, not ${access}: it has no key and no token.`,
  ({ syntheticRequest, trustStore, allowedAddresses }) =>
    syntheticRequest &&
    (trustStore ?? allowedAddresses) !== undefined &&
    'syntheticRequest has neither a certificate nor an address of its own: leave trustStore and allowedAddresses out.',
  ({ models, instanceTypes, maximumVcpus, cpuUtilization, subnetIds, securityGroupIds }) =>
    models.every(({ managedInstances }) => !managedInstances) &&
    (instanceTypes ?? maximumVcpus ?? cpuUtilization ?? subnetIds ?? securityGroupIds) !== undefined &&
    'instanceTypes, maximumVcpus, cpuUtilization, subnetIds and securityGroupIds need a model with managedInstances=true.',
  ({ subnetIds, securityGroupIds }) =>
    (subnetIds === undefined) !== (securityGroupIds === undefined) &&
    'subnetIds and securityGroupIds belong together: give both or none.',
];
