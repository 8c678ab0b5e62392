import { readBlocks } from '../../functions/authorizer/rules.ts';
import {
  everywhere,
  type Kind,
  matching,
  oneOf,
  optional,
  setting,
  trueOrFalse,
  type Values,
  wholeNumber,
} from './setting.ts';

/** Where AWS takes web ACLs and certificates of CloudFront, and nowhere else. */
export const CLOUDFRONT_REGION = 'us-east-1';

const blocks: Kind<string> = {
  expected: 'a comma-separated list of CIDR blocks such as 203.0.113.0/24,2001:db8::/32',
  parse: (text) => {
    try {
      readBlocks(text);
      return text;
    } catch {
      return undefined;
    }
  },
};

const domain = matching(
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
  'a domain name in lower case such as digits.example.com',
);

/** The values of {@link addressSettings}. */
export type AddressSettings = Values<typeof addressSettings>;

/** The settings of a service's address: who may call, and where. */
export const addressSettings = {
  throttleRate: setting(
    wholeNumber(1, 10_000),
    { dev: 20, prod: 200 },
    'Sustained rate limit of the gateway, in requests per second.',
  ),
  throttleBurst: setting(
    wholeNumber(1, 5_000),
    { dev: 10, prod: 40 },
    'Burst limit of the gateway, in requests.',
  ),
  access: setting(
    oneOf('open', 'iam', 'jwt', 'api-key', 'hmac'),
    everywhere('open'),
    'How callers authenticate.',
  ),
  secretPath: optional(
    {
      ...matching(
        /^[A-Za-z0-9_-]{16,128}$/,
        '16 to 128 letters, digits, hyphens or underscores, hard to guess',
      ),
      isSecret: true,
    },
    'Secret first segment of every path; for access=open.',
  ),
  jwtIssuer: optional(
    matching(/^https:\/\/[^\s/]+(\/\S*)?$/, 'an https URL'),
    'Issuer of the tokens; for access=jwt.',
  ),
  jwtAudience: optional(
    matching(/^\S+$/, 'a string without spaces'),
    'Required audience of the tokens; for access=jwt.',
  ),
  accessSecret: optional(
    matching(
      /^(arn:[a-z-]+:secretsmanager:[a-z0-9-]+:\d{12}:secret:)?[A-Za-z0-9/_+=.@-]{1,512}$/,
      'the name or the ARN of a secret in Secrets Manager',
    ),
    "Secret with the callers' keys; for access=api-key and access=hmac. Default: a new secret.",
  ),
  replayWindowSeconds: optional(
    wholeNumber(1, 900),
    'Seconds by which the time of a signature may differ from now; for access=hmac. Default: 300.',
  ),
  allowedAddresses: optional(blocks, 'Addresses that may call; not for access=iam and access=jwt.'),
  authorizerProvisionedConcurrency: optional(
    wholeNumber(0, 1000),
    'Provisioned concurrency of the authorizer; for access=api-key, access=hmac and allowedAddresses.',
  ),

  domainName: optional(domain, 'Custom domain name. Default: that of API Gateway or CloudFront.'),
  certificateArn: optional(
    matching(
      /^arn:[a-z-]+:acm:[a-z0-9-]+:\d{12}:certificate\/[A-Za-z0-9-]+$/,
      'the ARN of a certificate in ACM',
    ),
    'Certificate of the domain name. Default: a new one, validated by DNS in the hosted zone.',
  ),
  hostedZoneId: optional(
    matching(/^Z[A-Z0-9]{1,32}$/, 'the ID of a hosted zone in Route 53, such as Z0123456789ABC'),
    'Hosted zone that gets the DNS record. Without it, you create the record yourself.',
  ),
  hostedZoneName: optional(
    domain,
    'Name of the hosted zone. Default: the domain name without its first label.',
  ),
  trustStore: optional(
    matching(
      /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/\S+$/,
      'a PEM file in S3 such as s3://bucket/callers.pem',
    ),
    "Certificate authorities that sign the callers' certificates, for mutual TLS.",
  ),
  trustStoreVersion: optional(
    matching(/^\S{1,1024}$/, 'the ID of an object version in S3'),
    'Object version of the trust store. Default: the latest.',
  ),
  cloudFront: setting(
    trueOrFalse,
    everywhere(false),
    'Puts CloudFront and a web ACL in front of the gateway.',
  ),
  webAclArn: optional(
    matching(
      /^arn:[a-z-]+:wafv2:us-east-1:\d{12}:global\/webacl\/\S+$/,
      'the ARN of a web ACL with the scope CLOUDFRONT',
    ),
    'Web ACL of CloudFront. Default: a new one, which AWS accepts in us-east-1 only.',
  ),
};
