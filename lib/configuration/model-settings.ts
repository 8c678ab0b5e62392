import { matching, needing, oneOf, optional, setting, trueOrFalse, wholeNumber } from './setting.ts';

const timeOfDay = matching(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day as HH:MM');
const timeZone = {
  expected: 'an IANA time zone such as Asia/Taipei',
  parse: (text: string) => (isTimeZone(text) ? text : undefined),
};

/** Memory that comes with one vCPU of a Lambda function (Lambda Developer Guide, "Configure Lambda function memory"). */
export const MEGABYTES_PER_VCPU = 1769;
/** Target tracking keeps this share of the provisioned environments in use. The rest is for bursts. */
export const TARGET_UTILIZATION = 0.65;

/**
 * The settings of each model. Each value is a plain number or word, so that it can be changed on the command line, for
 * all models (`--set memoryMegabytes=3538`) or for one (`--set digits.memoryMegabytes=1024`), or in a settings file.
 * Lambda's own limits are from AWS::Lambda::Function and AWS::Lambda::Version in CloudFormation.
 */
export const modelSettings = {
  memoryMegabytes: setting(
    wholeNumber(128, 32_768, ' (above 10240 only on Managed Instances)'),
    MEGABYTES_PER_VCPU,
    'Memory of an execution environment in MB. One vCPU comes with 1,769 MB; on Managed Instances, with 2,048 (the default there) to 8,192 MB.',
  ),
  deadlineMilliseconds: optional(
    wholeNumber(200, 29_000, " (API Gateway's own limit is 30 s)"),
    'Deadline of a request in milliseconds. By default, deadlineMilliseconds of ensemble.json.',
  ),
  resultTtlDays: setting(wholeNumber(1, 3650), { dev: 1, prod: 14 }, 'Days for which a response is cached.'),

  provisionedConcurrency: setting(
    wholeNumber(0, 10_000, ' (0: every environment starts cold)'),
    { dev: 1, prod: 10 },
    'Execution environments that are kept warm: all day, or in the warm hours if these are set.',
  ),
  maximumProvisionedConcurrency: setting(
    wholeNumber(0, 10_000),
    { dev: 1, prod: 20 },
    'Limit up to which target tracking provisions environments.',
  ),
  reservedConcurrency: {
    ...optional(
      wholeNumber(1, 10_000),
      "Limit of the execution environments, and so of the bill. Without it, the account's limit applies.",
    ),
    defaults: { prod: 40 },
  },
  warmFrom: optional(
    timeOfDay,
    'Start of the warm hours. By default, environments are warm all day.',
    'warmUntil',
  ),
  warmUntil: optional(
    timeOfDay,
    'End of the warm hours. After it, idleProvisionedConcurrency applies.',
    'timeZone',
  ),
  timeZone: optional(timeZone, 'Time zone of the warm hours.', 'warmFrom'),
  idleProvisionedConcurrency: setting(
    wholeNumber(1, 10_000),
    1,
    'Execution environments that stay warm outside the warm hours.',
  ),

  managedInstances: optional(
    trueOrFalse,
    'Runs on EC2 instances that Lambda manages. An environment then takes several requests at once.',
  ),
  ...needing('managedInstances=true', {
    concurrency: optional(
      wholeNumber(1, 1600),
      'Requests that an environment takes at once. By default, the largest batch, or 8 without batches.',
    ),
    gigabytesPerVcpu: optional(oneOf(2, 4, 8), 'GiB of memory for each vCPU. By default, 2.'),
    minimumEnvironments: optional(
      wholeNumber(1, 15_000, ' (fewer than 3 do not cover three zones)'),
      'Execution environments that always run. By default, 3.',
    ),
    maximumEnvironments: optional(
      wholeNumber(1, 15_000),
      'Limit of the execution environments. By default, as many as fit on the instances.',
    ),
  }),
};

/**
 * Whether AWS knows a time zone by this name. `Intl.supportedValuesOf` is not used, because it lacks UTC and has only one name
 * of each zone.
 */
function isTimeZone(name: string): boolean {
  if (!/^(UTC|[A-Z][A-Za-z]+(\/[A-Z][\w+-]*)+)$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
