/** Numbers on a command line. */
import { UsageError } from './usage-error.ts';

/** A whole number within limits; undefined where the option is not given. @throws {UsageError} */
export function wholeNumber<Text extends string | undefined>(
  option: string,
  text: Text,
  least: number,
  most: number = Number.POSITIVE_INFINITY,
): number | Exclude<Text, string> {
  if (text === undefined) return undefined as Exclude<Text, string>;
  if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw wrong(option, text, 'a whole number', least, most);
}

/** A number within limits; undefined where the option is not given. @throws {UsageError} */
export function anyNumber<Text extends string | undefined>(
  option: string,
  text: Text,
  least: number,
  most: number,
): number | Exclude<Text, string> {
  if (text === undefined) return undefined as Exclude<Text, string>;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= least && value <= most) return value;
  throw wrong(option, text, 'a number', least, most);
}

function wrong(option: string, text: string, what: string, least: number, most: number): UsageError {
  const range = Number.isFinite(most) ? `from ${least} to ${most}` : `of at least ${least}`;
  return new UsageError(`--${option} must be ${what} ${range}, not "${text}"`);
}
