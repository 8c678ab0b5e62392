import { architectures } from '../../project/paths.ts';
import { addressSettings } from './address-settings.ts';
import { matching, oneOf, optional, setting, trueOrFalse, wholeNumber } from './setting.ts';

/** The numbers of days for which CloudWatch Logs can keep a log group's lines (API reference, PutRetentionPolicy). */
const retentionDays = oneOf(
  ...[
    1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
  ],
);

const email = matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'an e-mail address');

/** Settings of Managed Instances, which models share. The limits are from AWS::Lambda::CapacityProvider in CloudFormation. */
const instanceSettings = {
  instanceTypes: optional(
    matching(
      /^[cmr][0-9][a-z0-9-]*\.[0-9]*x?large(,[cmr][0-9][a-z0-9-]*\.[0-9]*x?large)*$/,
      'instance types of the families C, M and R, of size large or above, separated by commas, such as c7i.large,m7i.large',
    ),
    'Instance types that Lambda may use for Managed Instances. By default, Lambda chooses.',
  ),
  maximumVcpus: optional(
    wholeNumber(12, 15_000),
    'Limit of the vCPUs of all instances together, and so of the bill. By default, 400.',
  ),
  subnetIds: optional(
    matching(
      /^subnet-[0-9a-f]{8,17}(,subnet-[0-9a-f]{8,17}){0,15}$/,
      'at most 16 ids of subnets separated by commas, such as subnet-0a1b2c3d,subnet-4e5f6a7b',
    ),
    'Subnets of the instances. By default, a network is created.',
    'securityGroupIds',
  ),
  securityGroupIds: optional(
    matching(
      /^sg-[0-9a-f]{8,17}(,sg-[0-9a-f]{8,17}){0,4}$/,
      'at most 5 ids of security groups separated by commas, such as sg-0a1b2c3d',
    ),
    'Security groups of the instances in the subnets of subnetIds.',
    'subnetIds',
  ),
};

/** The settings of a service as a whole, except the stage's name. */
export const serviceSettings = {
  service: optional(
    matching(/^[a-z][a-z0-9-]{0,62}$/, 'at most 63 lower-case letters, digits and hyphens, a letter first'),
    'Name of the service, a part of the name of its stack. By default, the names of the models, so that other models get another stack.',
  ),
  basedOn: setting(
    oneOf('dev', 'prod'),
    { dev: 'dev', prod: 'prod' },
    'The stage whose defaults and rules apply.',
  ),
  architecture: setting(
    oneOf(...architectures),
    'x86_64',
    'Instruction set of the functions and their native libraries.',
  ),
  ...instanceSettings,
  ...addressSettings,
  explain: setting(
    oneOf('on', 'off'),
    { dev: 'on', prod: 'off' },
    'Serves the page and /explain, which shows how each member votes.',
  ),
  tracing: setting(trueOrFalse, false, 'Traces requests with X-Ray, which bills each trace.'),
  logRetentionDays: setting(retentionDays, { dev: 7, prod: 90 }, 'Days after which log lines are deleted.'),
  retainData: setting(
    trueOrFalse,
    { dev: false, prod: true },
    'Protects the stack from deletion, and keeps the logs and the table, with 35 days of history, if the stack is deleted anyway.',
  ),
  tableName: optional(
    matching(/^[\w.-]{3,255}$/, 'the name of a table in DynamoDB'),
    'Existing table: your own with the partition key "id" (string) and the TTL attribute "expires", or one that a deleted stack left.',
  ),
  canary: setting(
    trueOrFalse,
    { dev: false, prod: true },
    'Sends a tenth of the traffic to a new version first, and rolls it back if an alarm fires.',
  ),
  alarmEmail: optional(email, 'Address that gets an e-mail when an alarm fires.'),
  alarms: setting(
    oneOf('strict', 'quiet'),
    { dev: 'quiet', prod: 'strict' },
    'Sensitivity of the alarms: strict for production, quiet for trials.',
  ),
  encryptionKeyArn: optional(
    matching(
      /^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/,
      'the ARN of a key, arn:aws:kms:<region>:<account>:key/<id>',
    ),
    "KMS key that encrypts table, logs, notifications, secrets and the volumes of Managed Instances. By default, AWS's own keys.",
  ),
  hotfix: setting(trueOrFalse, false, 'Releases this deployment at once, without checks and despite alarms.'),
  captainEmail: optional(email, "E-mail address of the team's captain, which is hashed into server_uuid."),
  serverSaltSecret: optional(
    matching(
      /^\/?[\w+=.@-]+(\/[\w+=.@-]+)*$/,
      'the name of a secret such as team/salt, or of a parameter such as /team/salt',
    ),
    'Parameter or secret with the salt, which is hashed into server_uuid.',
  ),
};
