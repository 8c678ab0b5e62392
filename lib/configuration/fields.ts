import { architectures } from '../../layers/places.ts';
import { ConfigurationError } from './configuration-error.ts';
import type { ServiceSettings, TaskSettings } from './stage-configuration.ts';

/** What a setting must be, and how its text on the command line is read. */
export interface Field {
  /** Completes "… must be". */
  readonly expected: string;
  /** The value, or undefined when `text` is none. */
  readonly parse: (text: string) => string | number | boolean | undefined;
}

/** The days for which CloudWatch Logs can keep a log group's lines (API reference, PutRetentionPolicy). */
const retentionDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

function wholeNumber(minimum: number, maximum: number, note = ''): Field {
  return {
    expected: `a whole number from ${minimum} to ${maximum}${note}`,
    parse: (text) => {
      const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      return value >= minimum && value <= maximum ? value : undefined;
    },
  };
}

function oneOf(values: readonly (string | number)[]): Field {
  return {
    expected: `one of ${values.join(', ')}`,
    parse: (text) => values.find((value) => String(value) === text),
  };
}

function matching(pattern: RegExp, expected: string): Field {
  return { expected, parse: (text) => (pattern.test(text) ? text : undefined) };
}

const trueOrFalse: Field = {
  expected: 'true or false',
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
};

const utilization: Field = {
  expected: 'a number from 0.1 to 0.9 (0.6 to 0.7 leaves room for a burst)',
  parse: (text) => (/^0?\.\d+$/.test(text) && +text >= 0.1 && +text <= 0.9 ? Number(text) : undefined),
};

const timeOfDay = matching(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day as HH:MM');
const email = matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'an e-mail address');

/** The settings that every task has for itself. */
export const taskFields: Readonly<Record<keyof TaskSettings, Field>> = {
  memoryMegabytes: wholeNumber(128, 10_240, ', the sizes AWS offers'),
  budgetMilliseconds: wholeNumber(200, 29_000, " (API Gateway's own limit is 30 s)"),
  resultTtlDays: wholeNumber(1, 3650),
  provisionedConcurrency: wholeNumber(1, 10_000),
  maximumProvisionedConcurrency: wholeNumber(1, 10_000),
  targetUtilization: utilization,
  reservedConcurrency: wholeNumber(1, 10_000),
  warmFrom: timeOfDay,
  warmUntil: timeOfDay,
  timeZone: {
    expected: 'an IANA time zone such as Asia/Taipei',
    parse: (text) => (Intl.supportedValuesOf('timeZone').includes(text) ? text : undefined),
  },
  idleProvisionedConcurrency: wholeNumber(1, 10_000),
};

/** The settings of a service as a whole, except the stage's name. */
export const serviceFields: Readonly<Record<Exclude<keyof ServiceSettings, 'stage'>, Field>> = {
  service: matching(
    /^[a-z][a-z0-9-]{0,62}$/,
    'a name of small letters, digits and hyphens, at most 63 characters',
  ),
  architecture: oneOf(architectures),
  throttleRate: wholeNumber(1, 10_000),
  throttleBurst: wholeNumber(1, 5_000),
  access: oneOf(['open', 'iam', 'jwt']),
  secretPath: matching(/^[A-Za-z0-9_-]{16,128}$/, '16 to 128 letters, digits, - or _, hard to guess'),
  jwtIssuer: matching(/^https:\/\/[^\s/]+(\/\S*)?$/, 'an https address'),
  jwtAudience: matching(/^\S+$/, 'a text without spaces'),
  explain: oneOf(['on', 'off']),
  logRetentionDays: oneOf(retentionDays),
  retainData: trueOrFalse,
  canary: trueOrFalse,
  alarmEmail: email,
  captainEmail: email,
  serverSalt: matching(/^\S.*$/, 'a text that is not empty'),
};

/** Whether a setting of this name is among `fields`. */
export function isField<Name extends string>(
  fields: Readonly<Record<Name, Field>>,
  name: string,
): name is Name {
  return Object.hasOwn(fields, name);
}

/**
 * Reads the value of a setting.
 *
 * @param typed its name as it was typed, for the message
 * @throws ConfigurationError when `text` is not what it must be
 */
export function parseField(
  { parse, expected }: Field,
  typed: string,
  text: string,
): string | number | boolean {
  const value = parse(text);
  if (value !== undefined) return value;
  throw new ConfigurationError(`${typed} must be ${expected}, not ${JSON.stringify(text)}.`);
}
