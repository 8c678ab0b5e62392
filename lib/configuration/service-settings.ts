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
      'types of the families C, M and R from large on, with commas between them, such as c7i.large,m7i.large',
    ),
    'Types that Lambda may take for Managed Instances. Without it, Lambda chooses.',
  ),
  maximumVcpus: optional(
    wholeNumber(12, 15_000),
    'The most vCPUs of all instances together: the ceiling of the bill. Without it, 400.',
  ),
  cpuUtilization: optional(
    share('0.5 to 0.7 leaves room for a burst'),
    'Share of the CPU in use that scaling aims at. Without it, AWS keeps room for twice the traffic.',
  ),
  subnetIds: optional(
    matching(
      /^subnet-[0-9a-f]{8,17}(,subnet-[0-9a-f]{8,17}){0,15}$/,
      'at most 16 ids of subnets with commas between them, such as subnet-0a1b2c3d,subnet-4e5f6a7b',
    ),
    'Where the instances run. Without it, a network is made.',
  ),
  securityGroupIds: optional(
    matching(
      /^sg-[0-9a-f]{8,17}(,sg-[0-9a-f]{8,17}){0,4}$/,
      'at most 5 ids of security groups with commas between them, such as sg-0a1b2c3d',
    ),
    'Security groups of the instances in those subnets.',
  ),
};

/** The settings of a service as a whole, except the stage's name. */
export const serviceSettings = {
  service: optional(
    matching(/^[a-z][a-z0-9-]{0,62}$/, 'a name of small letters, digits and hyphens, at most 63 characters'),
    'What the stack is called after. Without it, its models: another choice of models is another deployment then.',
  ),
  basedOn: setting(
    oneOf('dev', 'prod'),
    { dev: 'dev', prod: 'prod' },
    'The stage whose settings it starts from, and whose rules it keeps.',
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
    'Whether there are the page for people and /explain, which shows how each member votes.',
  ),
  tracing: setting(
    trueOrFalse,
    everywhere(false),
    'Whether X-Ray traces requests; it is billed by the trace.',
  ),
  logRetentionDays: setting(retentionDays, { dev: 7, prod: 90 }, 'Days after which log lines are deleted.'),
  logPercent: setting(
    wholeNumber(0, 100),
    everywhere(100),
    'Percent of the requests without incident whose log lines are written; metrics count all of them.',
  ),
  retainData: setting(
    trueOrFalse,
    { dev: false, prod: true },
    "Keeps the table when the stack goes, protects the stack from deletion, and keeps 35 days of the table's history.",
  ),
  canary: setting(
    trueOrFalse,
    { dev: false, prod: true },
    'Sends a tenth of the traffic to a new version first and takes it back when an alarm fires.',
  ),
  alarmEmail: optional(email, 'Address that gets an e-mail when an alarm fires.'),
  alarms: setting(
    oneOf('strict', 'quiet'),
    { dev: 'quiet', prod: 'strict' },
    'How soon alarms fire: strict for a service with users, quiet for a trial.',
  ),
  syntheticRequest: setting(
    trueOrFalse,
    everywhere(false),
    'Whether a sample of each model is sent every five minutes to the address that callers use.',
  ),
  monthlyBudget: optional(
    wholeNumber(1, 1_000_000, ' (US dollars, for the whole account)'),
    'Monthly cost of the account above which an e-mail is sent. Without it, none is.',
  ),
  encryptionKeyArn: optional(
    matching(
      /^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/,
      'the ARN of a key, arn:aws:kms:<region>:<account>:key/<id>',
    ),
    "Key that encrypts table, logs, notifications and secrets. Without it, AWS's own.",
  ),
  hotfix: setting(
    trueOrFalse,
    everywhere(false),
    'Whether this one deployment goes out at once, without samples, whatever the alarms say.',
  ),
  captainEmail: optional(email, "The caller's captain, first ingredient of server_uuid."),
  serverSaltSecret: optional(
    matching(
      /^\/?[\w+=.@-]+(\/[\w+=.@-]+)*$/,
      'the name of a secret, or that of a parameter, which begins with a slash',
    ),
    'What holds the last ingredient of server_uuid: a parameter where it begins with a slash, else a secret.',
  ),
};
