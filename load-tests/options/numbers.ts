import { UsageError } from './usage.ts';

/** Reads a number in a range from the command line. @throws UsageError */
export function number(name: string, value: string, least: number, most: number): number {
  const result = value.trim() === '' ? Number.NaN : Number(value);
  if (result >= least && result <= most) return result;
  throw new UsageError(`expected a number from ${least} to ${most} for --${name}, received ${value}`);
}

/** The same for whole numbers. @throws UsageError */
export function whole(name: string, value: string, least: number, most: number): number {
  const result = number(name, value, least, most);
  if (Number.isInteger(result)) return result;
  throw new UsageError(`expected a whole number for --${name}, received ${value}`);
}
