import { architectures } from '../../layers/places.ts';
import { ConfigurationError } from './configuration-error.ts';
import type { StageConfiguration } from './stage-configuration.ts';

/** What a value must be, and how its text on the command line is read. */
interface Field {
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

const onOff: Field = {
  expected: 'true or false',
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
};

const utilization: Field = {
  expected: 'a number from 0.1 to 0.9 (0.6 to 0.7 leaves room for a burst)',
  parse: (text) => (/^0?\.\d+$/.test(text) && +text >= 0.1 && +text <= 0.9 ? Number(text) : undefined),
};

const timeOfDay = matching(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day as HH:MM');
const email = matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'an e-mail address');

/** Every value of a configuration except the stage's name. */
export const fields: Readonly<Record<Exclude<keyof StageConfiguration, 'stage'>, Field>> = {
  task: matching(/^[a-z][a-z0-9-]{0,39}$/, 'the name of a folder under models/'),
  architecture: oneOf(architectures),
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
  throttleRate: wholeNumber(1, 10_000),
  throttleBurst: wholeNumber(1, 5_000),
  access: oneOf(['open', 'iam', 'jwt']),
  secretPath: matching(/^[A-Za-z0-9_-]{16,128}$/, '16 to 128 letters, digits, - or _, hard to guess'),
  jwtIssuer: matching(/^https:\/\/[^\s/]+(\/\S*)?$/, 'an https address'),
  jwtAudience: matching(/^\S+$/, 'a text without spaces'),
  logRetentionDays: oneOf(retentionDays),
  retainData: onOff,
  canary: onOff,
  alarmEmail: email,
  captainEmail: email,
  serverSalt: matching(/^\S.*$/, 'a text that is not empty'),
};

/**
 * Reads one value of a configuration.
 *
 * @throws ConfigurationError when there is no such value or `text` is not what it must be
 */
export function parseField(name: string, text: string): string | number | boolean {
  const field = Object.hasOwn(fields, name) ? fields[name as keyof typeof fields] : undefined;
  if (!field) {
    throw new ConfigurationError(
      `There is no setting ${name}; there are: ${Object.keys(fields).join(', ')}.`,
    );
  }
  const value = field.parse(text);
  if (value === undefined) {
    throw new ConfigurationError(`${name} must be ${field.expected}, not ${JSON.stringify(text)}.`);
  }
  return value;
}
