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
import { isTimeZone } from './time-zone.ts';

const timeOfDay = matching(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day as HH:MM');
const timeZone = {
  expected: 'an IANA time zone such as Asia/Taipei',
  parse: (text: string) => (isTimeZone(text) ? text : undefined),
};

/**
 * The settings that every model has for itself. Each value is a plain number or word, so that any of them can be changed on
 * the command line, for all models (`--set memoryMegabytes=3538`) or for one (`--set digits.memoryMegabytes=1024`), or in a
 * settings file. Limits: AWS::Lambda::Function and AWS::Lambda::Version in CloudFormation.
 */
export const modelSettings = {
  memoryMegabytes: setting(
    wholeNumber(128, 32_768, ', the sizes AWS offers'),
    everywhere(1769),
    'Memory of an execution environment in MB; 1,769 MB come with one vCPU, on Managed Instances 2,048 to 8,192.',
  ),
  deadlineMilliseconds: optional(
    wholeNumber(200, 29_000, " (API Gateway's own limit is 30 s)"),
    'Milliseconds until a response is late. Without it, what ensemble.json says.',
  ),
  resultTtlDays: setting(wholeNumber(1, 3650), { dev: 1, prod: 14 }, 'Days for which a response is cached.'),

  provisionedConcurrency: setting(
    wholeNumber(0, 10_000, ' (0: every environment starts cold)'),
    { dev: 1, prod: 10 },
    'Execution environments that are always warm, during the warm hours where there are any.',
  ),
  maximumProvisionedConcurrency: setting(
    wholeNumber(0, 10_000),
    { dev: 1, prod: 20 },
    'Up to how many environments target tracking keeps warm.',
  ),
  targetUtilization: setting(
    share('0.6 to 0.7 leaves room for a burst'),
    everywhere(0.65),
    'Share of the warm environments in use that target tracking aims at.',
  ),
  reservedConcurrency: optional(
    wholeNumber(1, 10_000),
    "The most environments there can ever be: the ceiling of the bill. Without it, the account's limit holds.",
    { prod: 40 },
  ),
  warmFrom: optional(timeOfDay, 'When the environments are warmed. Without it, they are always warm.'),
  warmUntil: optional(timeOfDay, 'From when on idleProvisionedConcurrency is enough.'),
  timeZone: optional(timeZone, 'The time zone of both.'),
  idleProvisionedConcurrency: setting(
    wholeNumber(1, 10_000),
    everywhere(1),
    'Environments that stay warm outside of the warm hours.',
  ),
  silenceMinutes: optional(
    wholeNumber(1, 1440),
    'Minutes without a request, within the warm hours where there are any, that are an alarm. Without it, none are.',
  ),

  managedInstances: optional(
    trueOrFalse,
    'Whether EC2 instances that Lambda manages run it, where an environment takes several requests at once.',
  ),
  concurrency: optional(
    wholeNumber(1, 1600),
    'On Managed Instances: requests that an environment takes at once. Without it, the largest batch, or 8.',
  ),
  gigabytesPerVcpu: optional(
    oneOf(2, 4, 8),
    'On Managed Instances: GiB that come with one vCPU. Without it, 2.',
  ),
  minimumEnvironments: optional(
    wholeNumber(1, 15_000, ' (fewer than 3 are not in three zones)'),
    'On Managed Instances: environments that are always there. Without it, 3.',
  ),
  maximumEnvironments: optional(
    wholeNumber(1, 15_000),
    'On Managed Instances: the most environments there can be. Without it, the instances are the limit.',
  ),
};
