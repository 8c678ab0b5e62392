import { architectures } from '../../layers/places.ts';
import { addressFields } from './address-fields.ts';
import { type Field, matching, oneOf, share, trueOrFalse, wholeNumber } from './field.ts';
import { instanceFields, managedTaskFields } from './managed-instances/fields.ts';
import { email, operationFields } from './operation-fields.ts';
import type { ServiceSettings, TaskSettings } from './stage-configuration.ts';
import { isTimeZone } from './time-zone.ts';

/** The days for which CloudWatch Logs can keep a log group's lines (API reference, PutRetentionPolicy). */
const retentionDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

const timeOfDay = matching(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day as HH:MM');

/** The settings that every task has for itself. */
export const taskFields: Readonly<Record<keyof TaskSettings, Field>> = {
  memoryMegabytes: wholeNumber(128, 32_768, ', the sizes AWS offers'),
  budgetMilliseconds: wholeNumber(200, 29_000, " (API Gateway's own limit is 30 s)"),
  resultTtlDays: wholeNumber(1, 3650),
  provisionedConcurrency: wholeNumber(0, 10_000, ' (0: every environment starts cold)'),
  maximumProvisionedConcurrency: wholeNumber(0, 10_000),
  targetUtilization: share('0.6 to 0.7 leaves room for a burst'),
  reservedConcurrency: wholeNumber(1, 10_000),
  warmFrom: timeOfDay,
  warmUntil: timeOfDay,
  timeZone: {
    expected: 'an IANA time zone such as Asia/Taipei',
    parse: (text) => (isTimeZone(text) ? text : undefined),
  },
  idleProvisionedConcurrency: wholeNumber(1, 10_000),
  silenceMinutes: wholeNumber(1, 1440),
  ...managedTaskFields,
};

/** The settings of a service as a whole, except the stage's name. */
export const serviceFields: Readonly<Record<Exclude<keyof ServiceSettings, 'stage'>, Field>> = {
  service: matching(
    /^[a-z][a-z0-9-]{0,62}$/,
    'a name of small letters, digits and hyphens, at most 63 characters',
  ),
  basedOn: oneOf(['dev', 'prod']),
  architecture: oneOf(architectures),
  ...instanceFields,
  ...addressFields,
  explain: oneOf(['on', 'off']),
  logRetentionDays: oneOf(retentionDays),
  retainData: trueOrFalse,
  canary: trueOrFalse,
  ...operationFields,
  captainEmail: email,
  serverSaltSecret: matching(
    /^\/?[\w+=.@-]+(\/[\w+=.@-]+)*$/,
    'the name of a secret, or that of a parameter, which begins with a slash',
  ),
};
