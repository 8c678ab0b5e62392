import { architectures } from '../../layers/places.ts';
import { addressSettings } from './address-settings.ts';
import {
  everywhere,
  matching,
  oneOf,
  optional,
  setting,
  share,
  trueOrFalse,
  wholeNumber,
} from './setting.ts';

/** The days for which CloudWatch Logs can keep a log group's lines (API reference, PutRetentionPolicy). */
const retentionDays = oneOf(
  ...[
    1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
  ],
);

const email = matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'an e-mail address');

/** The instances, which the models of a service share. Limits: AWS::Lambda::CapacityProvider in CloudFormation. */
const instanceSettings = {
  instanceTypes: optional(
    matching(
      /^[cmr][0-9][a-z0-9-]*\.[0-9]*x?large(,[cmr][0-9][a-z0-9-]*\.[0-9]*x?large)*$/,
      'a comma-separated list of types of the families C, M and R, large or larger, such as c7i.large,m7i.large',
    ),
    'Instance types that Managed Instances may use. Default: Lambda chooses.',
  ),
  maximumVcpus: optional(
    wholeNumber(12, 15_000),
    'Maximum number of vCPUs of all instances together, which limits the bill. Default: 400.',
  ),
  cpuUtilization: optional(
    share('0.5 to 0.7 leaves room for a burst'),
    'Target CPU utilization of scaling. Default: AWS leaves room for twice the traffic.',
  ),
  subnetIds: optional(
    matching(
      /^subnet-[0-9a-f]{8,17}(,subnet-[0-9a-f]{8,17}){0,15}$/,
      'a comma-separated list of up to 16 subnet IDs such as subnet-0a1b2c3d,subnet-4e5f6a7b',
    ),
    'Subnets of the instances. Default: a new VPC.',
  ),
  securityGroupIds: optional(
    matching(
      /^sg-[0-9a-f]{8,17}(,sg-[0-9a-f]{8,17}){0,4}$/,
      'a comma-separated list of up to 5 security group IDs such as sg-0a1b2c3d',
    ),
    'Security groups of the instances in these subnets.',
  ),
};

/** The settings of a service as a whole, except the stage's name. */
export const serviceSettings = {
  service: optional(
    matching(
      /^[a-z][a-z0-9-]{0,62}$/,
      'a name of lower-case letters, digits and hyphens, at most 63 characters',
    ),
    'Name of the service in the name of the stack. Default: the names of its models, so other models make another stack.',
  ),
  basedOn: setting(
    oneOf('dev', 'prod'),
    { dev: 'dev', prod: 'prod' },
    'Stage whose defaults and rules apply.',
  ),
  architecture: setting(
    oneOf(...architectures),
    everywhere('x86_64'),
    'Instruction set of the functions and their native libraries.',
  ),
  ...instanceSettings,
  ...addressSettings,
  explain: setting(
    oneOf('on', 'off'),
    { dev: 'on', prod: 'off' },
    'Serves the page and POST /explain, which returns how each member votes.',
  ),
  tracing: setting(trueOrFalse, everywhere(false), 'Traces requests with X-Ray, which bills each trace.'),
  logRetentionDays: setting(retentionDays, { dev: 7, prod: 90 }, 'Days after which log lines are deleted.'),
  logPercent: setting(
    wholeNumber(0, 100),
    everywhere(100),
    'Percentage of the requests without incident that are logged; metrics count all of them.',
  ),
  retainData: setting(
    trueOrFalse,
    { dev: false, prod: true },
    'Retains the table when the stack is deleted, protects the stack from deletion, and enables point-in-time recovery (35 days).',
  ),
  canary: setting(
    trueOrFalse,
    { dev: false, prod: true },
    'Sends 10 % of the traffic to a new version first, and rolls back when an alarm fires.',
  ),
  alarmEmail: optional(email, 'E-mail address that alarms notify.'),
  alarms: setting(
    oneOf('strict', 'quiet'),
    { dev: 'quiet', prod: 'strict' },
    'How soon alarms fire: strict for a service with users, quiet for a trial.',
  ),
  syntheticRequest: setting(
    trueOrFalse,
    everywhere(false),
    'Sends a sample of each model every five minutes to the public address.',
  ),
  monthlyBudget: optional(
    wholeNumber(1, 1_000_000, ' (US dollars, for the whole account)'),
    'Monthly cost of the account above which an e-mail is sent.',
  ),
  encryptionKeyArn: optional(
    matching(
      /^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/,
      'the ARN of a KMS key, arn:aws:kms:<region>:<account>:key/<id>',
    ),
    'KMS key that encrypts table, logs, notifications and secrets. Default: keys of AWS.',
  ),
  hotfix: setting(
    trueOrFalse,
    everywhere(false),
    'Moves all traffic at once in this deployment, without the release check and despite alarms.',
  ),
  captainEmail: optional(email, "The captain's e-mail address, part of server_uuid."),
  serverSaltSecret: optional(
    matching(
      /^\/?[\w+=.@-]+(\/[\w+=.@-]+)*$/,
      'the name of a secret, or of a parameter, which begins with a slash',
    ),
    'Name of the salt of server_uuid: a parameter if it begins with a slash, otherwise a secret.',
  ),
};
