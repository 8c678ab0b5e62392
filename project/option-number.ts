/** Numbers as people write them, on a command line and in tables. */
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
  const value = numberIn(text);
  if (value >= least && value <= most) return value;
  throw wrong(option, text, 'a number', least, most);
}

/** A text as a number; NaN where it is none, and where it is empty, which JavaScript takes for 0. */
export function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

function wrong(option: string, text: string, what: string, least: number, most: number): UsageError {
  const range = Number.isFinite(most) ? `from ${least} to ${most}` : `of at least ${least}`;
  return new UsageError(`--${option} must be ${what} ${range}, not "${text}"`);
}
