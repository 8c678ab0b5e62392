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

const timeOfDay = matching(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day, HH:MM');
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
    wholeNumber(128, 32_768, ' that AWS offers'),
    everywhere(1769),
    'Memory of an execution environment in MB. 1,769 MB have one vCPU; on Managed Instances, 2,048 to 8,192.',
  ),
  deadlineMilliseconds: optional(
    wholeNumber(200, 29_000, " (API Gateway's own limit is 30 s)"),
    'Deadline of a request in milliseconds. Default: that of ensemble.json.',
  ),
  resultTtlDays: setting(
    wholeNumber(1, 3650),
    { dev: 1, prod: 14 },
    'Time to live of cached responses, in days.',
  ),

  provisionedConcurrency: setting(
    wholeNumber(0, 10_000, ' (0: every environment starts cold)'),
    { dev: 1, prod: 10 },
    'Provisioned concurrency; with warm hours, only during them.',
  ),
  maximumProvisionedConcurrency: setting(
    wholeNumber(0, 10_000),
    { dev: 1, prod: 20 },
    'Maximum provisioned concurrency of target tracking.',
  ),
  targetUtilization: setting(
    share('0.6 to 0.7 leaves room for a burst'),
    everywhere(0.65),
    'Target utilization of the provisioned concurrency.',
  ),
  reservedConcurrency: optional(
    wholeNumber(1, 10_000),
    'Maximum number of environments, which limits the bill. Default: the limit of the account.',
    { prod: 40 },
  ),
  warmFrom: optional(timeOfDay, 'Start of the warm hours. Default: always warm.'),
  warmUntil: optional(timeOfDay, 'End of the warm hours.'),
  timeZone: optional(timeZone, 'Time zone of the warm hours.'),
  idleProvisionedConcurrency: setting(
    wholeNumber(1, 10_000),
    everywhere(1),
    'Provisioned concurrency outside the warm hours.',
  ),
  silenceMinutes: optional(
    wholeNumber(1, 1440),
    'Minutes without a request that raise an alarm; with warm hours, only during them. Default: no such alarm.',
  ),

  managedInstances: optional(
    trueOrFalse,
    'Runs the model on Lambda Managed Instances, where an environment takes several requests at once.',
  ),
  concurrency: optional(
    wholeNumber(1, 1600),
    'On Managed Instances: concurrent requests of an environment. Default: the largest batch, or 8.',
  ),
  gigabytesPerVcpu: optional(oneOf(2, 4, 8), 'On Managed Instances: GiB of memory per vCPU. Default: 2.'),
  minimumEnvironments: optional(
    wholeNumber(1, 15_000, ' (3 or more for three zones)'),
    'On Managed Instances: minimum number of environments. Default: 3.',
  ),
  maximumEnvironments: optional(
    wholeNumber(1, 15_000),
    'On Managed Instances: maximum number of environments. Default: as many as fit on the instances.',
  ),
};
