/** Numbers as people write them, on a command line and in tables. */
import { UsageError } from './usage-error.ts';

/** A whole number within limits; undefined if the option is not given. @throws {UsageError} */
export const wholeNumber = numberReader('a whole number', /^\d+$/);

/** A number within limits; undefined if the option is not given. @throws {UsageError} */
export const anyNumber = numberReader('a number', /\S/);

/** A text as a number; NaN if the text is no number. An empty text gives NaN, too, although JavaScript takes it for 0. */
export function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

function numberReader(what: string, pattern: RegExp) {
  return <Text extends string | undefined>(
    option: string,
    text: Text,
    least: number,
    most = Number.POSITIVE_INFINITY,
  ): number | Exclude<Text, string> => {
    if (text === undefined) return undefined as Exclude<Text, string>;
    const value = Number(text);
    if (pattern.test(text) && value >= least && value <= most) return value;
    const range = Number.isFinite(most) ? `from ${least} to ${most}` : `of at least ${least}`;
    throw new UsageError(`--${option} must be ${what} ${range}, not "${text}"`);
  };
}
