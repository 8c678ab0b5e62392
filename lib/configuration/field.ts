import { ConfigurationError } from './configuration-error.ts';

/** What a setting must be, and how its text on the command line is read. */
export interface Field {
  /** Completes "… must be". */
  readonly expected: string;
  /** The value, or undefined when `text` is none. */
  readonly parse: (text: string) => string | number | boolean | undefined;
  /** Whether messages keep what was typed to themselves: it may be a secret with a slip in it. */
  readonly isSecret?: boolean;
}

/** A whole number. @param note what else is to be said of it */
export function wholeNumber(minimum: number, maximum: number, note = ''): Field {
  return {
    expected: `a whole number from ${minimum} to ${maximum}${note}`,
    parse: (text) => {
      const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      return value >= minimum && value <= maximum ? value : undefined;
    },
  };
}

/** One of some words or numbers. */
export function oneOf(values: readonly (string | number)[]): Field {
  return {
    expected: `one of ${values.join(', ')}`,
    parse: (text) => values.find((value) => String(value) === text),
  };
}

/** A text of some form. */
export function matching(pattern: RegExp, expected: string): Field {
  return { expected, parse: (text) => (pattern.test(text) ? text : undefined) };
}

/** A share that scaling aims at. @param note what else is to be said of it */
export function share(note: string): Field {
  return {
    expected: `a number from 0.1 to 0.9 (${note})`,
    parse: (text) => (/^0?\.\d+$/.test(text) && +text >= 0.1 && +text <= 0.9 ? Number(text) : undefined),
  };
}

export const trueOrFalse: Field = {
  expected: 'true or false',
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
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
  { parse, expected, isSecret }: Field,
  typed: string,
  text: string,
): string | number | boolean {
  const value = parse(text);
  if (value !== undefined) return value;
  const instead = isSecret ? 'not what was given' : `not ${JSON.stringify(text)}`;
  throw new ConfigurationError(`${typed} must be ${expected}, ${instead}.`);
}
