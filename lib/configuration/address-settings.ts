import { readBlocks } from '../../functions/authorizer/rules.ts';
import {
  type Kind,
  matching,
  needing,
  oneOf,
  optional,
  setting,
  trueOrFalse,
  type Values,
  wholeNumber,
} from './setting.ts';

const blocks: Kind<string> = {
  expected: 'blocks of addresses separated by commas, such as 203.0.113.0/24,2001:db8::/32',
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
  'a domain name in lower-case letters such as digits.example.com',
);

/**
 * The values of `access` with which this project's authorizer can run. The authorizers of other values do not check
 * CloudFront's header, so callers could bypass its web ACL.
 */
const OUR_AUTHORIZER = ['access=open', 'access=api-key'];

export type AddressSettings = Values<typeof addressSettings>;

/** The settings of a service's address: throttle, callers, domain name and CloudFront. */
export const addressSettings = {
  throttleRate: setting(
    wholeNumber(1, 10_000),
    { dev: 20, prod: 200 },
    'Requests per second that the gateway lets through on average.',
  ),
  throttleBurst: setting(
    wholeNumber(1, 5_000),
    { dev: 10, prod: 40 },
    'Requests that the gateway lets through at once.',
  ),
  access: setting(oneOf('open', 'iam', 'jwt', 'api-key'), 'open', 'How callers authenticate.'),
  secretPath: optional(
    {
      ...matching(/^[A-Za-z0-9_-]{16,128}$/, '16 to 128 letters, digits, - or _, hard to guess'),
      isSecret: true,
    },
    'First segment of every path, known to callers only.',
    'access=open',
  ),
  ...needing('access=jwt', {
    jwtIssuer: optional(matching(/^https:\/\/[^\s/]+(\/\S*)?$/, 'an https address'), 'Issuer of the tokens.'),
    jwtAudience: optional(matching(/^\S+$/, 'a text without spaces'), 'Audience that the tokens must name.'),
  }),
  accessSecret: optional(
    matching(
      /^(arn:[a-z-]+:secretsmanager:[a-z0-9-]+:\d{12}:secret:)?[A-Za-z0-9/_+=.@-]{1,512}$/,
      'the name or the ARN of a secret in Secrets Manager',
    ),
    "Secret with the callers' keys. By default, a secret with one key is created.",
    'access=api-key',
  ),
  allowedAddresses: optional(blocks, 'Networks from which callers may come.', ...OUR_AUTHORIZER),
  authorizerProvisionedConcurrency: optional(
    wholeNumber(0, 1000),
    'Provisioned concurrency of the authorizer.',
    'access=api-key',
    'allowedAddresses',
    'cloudFront=true',
  ),

  domainName: optional(
    domain,
    "Your own domain name. By default, the address is API Gateway's or CloudFront's.",
    'certificateArn',
    'hostedZoneId',
  ),
  ...needing('domainName', {
    certificateArn: optional(
      matching(
        /^arn:[a-z-]+:acm:[a-z0-9-]+:\d{12}:certificate\/[A-Za-z0-9-]+$/,
        'the ARN of a certificate in ACM',
      ),
      'Certificate for domainName. By default, one is created and validated in the hosted zone.',
    ),
    hostedZoneId: optional(
      matching(/^Z[A-Z0-9]{1,32}$/, 'the id of a zone in Route 53, such as Z0123456789ABC'),
      'Hosted zone of the DNS record. By default, you create the record yourself.',
    ),
    hostedZoneName: optional(
      domain,
      'Name of the hosted zone. By default, domainName without its first label.',
    ),
    trustStore: optional(
      matching(
        /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/\S+$/,
        'a PEM file in S3 such as s3://bucket/callers.pem',
      ),
      'Certificate authorities of the callers, for mutual TLS.',
    ),
  }),
  cloudFront: setting(
    trueOrFalse,
    false,
    'Puts CloudFront and a web ACL in front of the gateway.',
    ...OUR_AUTHORIZER,
  ),
  webAclArn: optional(
    matching(
      /^arn:[a-z-]+:wafv2:us-east-1:\d{12}:global\/webacl\/\S+$/,
      'the ARN of a web ACL of scope CLOUDFRONT',
    ),
    'Your own web ACL. By default, a web ACL is created, which is possible in us-east-1 only.',
    'cloudFront=true',
  ),
};
