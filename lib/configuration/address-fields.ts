import { readBlocks } from '../../functions/authorizer/rules.ts';
import type { AddressSettings } from './address-settings.ts';
import { type Field, matching, oneOf, trueOrFalse, wholeNumber } from './field.ts';

const blocks: Field = {
  expected: 'blocks of addresses with commas between them, such as 203.0.113.0/24,2001:db8::/32',
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
  'a domain name in small letters such as digits.example.com',
);

/** The settings of a service's address. */
export const addressFields: Readonly<Record<keyof AddressSettings, Field>> = {
  throttleRate: wholeNumber(1, 10_000),
  throttleBurst: wholeNumber(1, 5_000),
  access: oneOf(['open', 'iam', 'jwt', 'api-key', 'hmac']),
  secretPath: {
    ...matching(/^[A-Za-z0-9_-]{16,128}$/, '16 to 128 letters, digits, - or _, hard to guess'),
    isSecret: true,
  },
  jwtIssuer: matching(/^https:\/\/[^\s/]+(\/\S*)?$/, 'an https address'),
  jwtAudience: matching(/^\S+$/, 'a text without spaces'),
  accessSecret: matching(
    /^(arn:[a-z-]+:secretsmanager:[a-z0-9-]+:\d{12}:secret:)?[A-Za-z0-9/_+=.@-]{1,512}$/,
    'the name or the ARN of a secret in Secrets Manager',
  ),
  replayWindowSeconds: wholeNumber(1, 900),
  allowedAddresses: blocks,
  authorizerProvisionedConcurrency: wholeNumber(0, 1000),
  domainName: domain,
  certificateArn: matching(
    /^arn:[a-z-]+:acm:[a-z0-9-]+:\d{12}:certificate\/[A-Za-z0-9-]+$/,
    'the ARN of a certificate in ACM',
  ),
  hostedZoneId: matching(/^Z[A-Z0-9]{1,32}$/, 'the id of a zone in Route 53, such as Z0123456789ABC'),
  hostedZoneName: domain,
  trustStore: matching(
    /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/\S+$/,
    'a PEM file in S3 such as s3://bucket/callers.pem',
  ),
  trustStoreVersion: matching(/^\S{1,1024}$/, "a version's id in S3"),
  cloudFront: trueOrFalse,
  webAclArn: matching(
    /^arn:[a-z-]+:wafv2:us-east-1:\d{12}:global\/webacl\/\S+$/,
    'the ARN of a web ACL of scope CLOUDFRONT',
  ),
};
