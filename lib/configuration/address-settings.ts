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

/** The values of {@link addressSettings}. */
export type AddressSettings = Values<typeof addressSettings>;

/** The settings of a service's address: who may call, and where. */
export const addressSettings = {
  throttleRate: setting(
    wholeNumber(1, 10_000),
    { dev: 20, prod: 200 },
    'Requests per second that the gateway lets through in the long run.',
  ),
  throttleBurst: setting(
    wholeNumber(1, 5_000),
    { dev: 10, prod: 40 },
    'Requests that it lets through at once.',
  ),
  access: setting(
    oneOf('open', 'iam', 'jwt', 'api-key', 'hmac'),
    everywhere('open'),
    'How callers prove that they may call.',
  ),
  secretPath: optional(
    {
      ...matching(/^[A-Za-z0-9_-]{16,128}$/, '16 to 128 letters, digits, - or _, hard to guess'),
      isSecret: true,
    },
    'First segment of every path, known only to those who may call; for access=open.',
  ),
  jwtIssuer: optional(
    matching(/^https:\/\/[^\s/]+(\/\S*)?$/, 'an https address'),
    'Issuer of the tokens; for access=jwt.',
  ),
  jwtAudience: optional(
    matching(/^\S+$/, 'a text without spaces'),
    'Audience that the tokens must name; for access=jwt.',
  ),
  accessSecret: optional(
    matching(
      /^(arn:[a-z-]+:secretsmanager:[a-z0-9-]+:\d{12}:secret:)?[A-Za-z0-9/_+=.@-]{1,512}$/,
      'the name or the ARN of a secret in Secrets Manager',
    ),
    "Secret with callers' keys; for access=api-key and access=hmac. Without it, one is made.",
  ),
  replayWindowSeconds: optional(
    wholeNumber(1, 900),
    "Seconds that a signature's time may be from now; for access=hmac. Without it, 300.",
  ),
  allowedAddresses: optional(blocks, 'From where callers may come; not for access=iam and access=jwt.'),
  authorizerProvisionedConcurrency: optional(
    wholeNumber(0, 1000),
    'Environments of the authorizer that are always warm; for access=api-key, access=hmac and allowedAddresses.',
  ),

  domainName: optional(domain, "A name of your own. Without it, API Gateway's or CloudFront's."),
  certificateArn: optional(
    matching(
      /^arn:[a-z-]+:acm:[a-z0-9-]+:\d{12}:certificate\/[A-Za-z0-9-]+$/,
      'the ARN of a certificate in ACM',
    ),
    'Certificate of that name. Without it, one is made and proved in the hosted zone.',
  ),
  hostedZoneId: optional(
    matching(/^Z[A-Z0-9]{1,32}$/, 'the id of a zone in Route 53, such as Z0123456789ABC'),
    'Zone in which the record is put. Without it, the record is made by hand.',
  ),
  hostedZoneName: optional(
    domain,
    "Name of that zone. Without it, the domain's name without its first part.",
  ),
  trustStore: optional(
    matching(
      /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/\S+$/,
      'a PEM file in S3 such as s3://bucket/callers.pem',
    ),
    'Certificate authorities of callers, for mutual TLS.',
  ),
  trustStoreVersion: optional(
    matching(/^\S{1,1024}$/, "a version's id in S3"),
    'Version of that file. Without it, the last one.',
  ),
  cloudFront: setting(
    trueOrFalse,
    everywhere(false),
    'Whether CloudFront and a web ACL stand before the gateway.',
  ),
  webAclArn: optional(
    matching(
      /^arn:[a-z-]+:wafv2:us-east-1:\d{12}:global\/webacl\/\S+$/,
      'the ARN of a web ACL of scope CLOUDFRONT',
    ),
    'The web ACL. Without it, one is made, which AWS takes in us-east-1 only.',
  ),
};
