import { manifests, type TestDeployment } from './test-deployment.ts';

const { digits, handwriting, letters, weather } = manifests;

/**
 * Deployments in which cdk-nag, CloudFormation's validation, cfn-lint and moto must find nothing wrong. They cover every stage
 * and option. Each has a title and the parameters of `synthesise` and `addTestDeployment`.
 */
export const everyOption: readonly [string, string, TestDeployment?][] = [
  ['dev', 'dev'],
  ['prod', 'prod'],
  [
    'a stage with every option',
    `prod architecture=arm64 tracing=true secretPath=neither-seen-nor-heard alarmEmail=team@example.com
     warmFrom=08:50 warmUntil=18:10 timeZone=Asia/Taipei captainEmail=captain@example.com
     serverSaltSecret=/subsecond/salt`,
  ],
  ['an address for AWS identities', 'dev access=iam'],
  [
    'two models, warm hours for one of them, alarms by e-mail and your own key',
    `prod alarmEmail=team@example.com
     encryptionKeyArn=arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab
     captainEmail=captain@example.com serverSaltSecret=team/salt handwriting.warmFrom=08:50
     handwriting.warmUntil=18:10 handwriting.timeZone=Asia/Taipei`,
    { models: [handwriting, weather] },
  ],
  ['a hotfix', 'prod hotfix=true', { models: [digits] }],
  ['an address for bearers of tokens', 'dev access=jwt jwtIssuer=https://id.example.com jwtAudience=us'],
  ['two models', 'prod alarmEmail=team@example.com', { models: [digits, handwriting] }],
  [
    'four models behind a secret path, with settings of their own',
    `prod secretPath=neither-seen-nor-heard explain=on digits.memoryMegabytes=1024 weather.warmFrom=08:50
     weather.warmUntil=18:10 weather.timeZone=Asia/Taipei`,
    { models: [digits, handwriting, letters, weather] },
  ],
  [
    'an address for callers with keys from known networks, with a domain name and mutual TLS',
    `prod access=api-key accessSecret=subsecond/callers allowedAddresses=203.0.113.0/24,2001:db8::/32
     authorizerProvisionedConcurrency=1 domainName=digits.example.com
     certificateArn=arn:aws:acm:eu-west-1:123456789012:certificate/1b2c hostedZoneId=Z0123456789ABC
     trustStore=s3://trusted-callers/callers.pem`,
  ],
  [
    'an address for callers with keys, behind CloudFront with a new web ACL and a new certificate',
    `dev access=api-key allowedAddresses=203.0.113.0/24,2001:db8::/32 cloudFront=true
     domainName=digits.example.com hostedZoneId=Z0123456789ABC hostedZoneName=example.com`,
  ],
  [
    'an open address behind CloudFront with a given web ACL, without warm environments, in a custom stage',
    `staging basedOn=prod digits.provisionedConcurrency=0 cloudFront=true
     webAclArn=arn:aws:wafv2:us-east-1:123456789012:global/webacl/a/1b2c`,
    { models: [digits] },
  ],
  [
    'models on Managed Instances in a network of their own, beside one on ordinary Lambda',
    `prod managedInstances=true weather.managedInstances=false alarmEmail=team@example.com
     encryptionKeyArn=arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab
     captainEmail=captain@example.com serverSaltSecret=team/salt handwriting.memoryMegabytes=8192
     handwriting.gigabytesPerVcpu=4`,
    { models: [digits, handwriting, weather] },
  ],
  [
    'a model on Managed Instances of given types in a given network, with every limit',
    `dev managedInstances=true architecture=arm64 concurrency=32 minimumEnvironments=1 maximumEnvironments=6
     instanceTypes=m7g.large,c7g.xlarge maximumVcpus=24
     subnetIds=subnet-0a1b2c3d4e5f60718,subnet-1a1b2c3d4e5f60718 securityGroupIds=sg-0a1b2c3d4e5f60718`,
    { models: [digits] },
  ],
];
