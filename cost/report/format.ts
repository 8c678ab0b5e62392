/** Dollars to the cent; four significant digits below ten cents. */
export function dollars(value: number): string {
  if (value !== 0 && Math.abs(value) < 0.1) {
    return `$${Number(value.toPrecision(4))}`;
  }
  return `$${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

/** A quantity with thousands separators: no decimals from 1,000 on, at most two from 1 on, and at most six below 1. */
export function amount(value: number): string {
  const digits = Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 1 ? 2 : 6;
  return DECIMALS[digits].format(value);
}

// Made once, because toLocaleString makes a formatter for each number, and that takes longer than computing a bill.
const DECIMALS = {
  0: new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }),
  2: new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }),
  6: new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 }),
  12: new Intl.NumberFormat('en-US', { maximumFractionDigits: 12 }),
};

/** A quantity with its unit: "1 request", "2 requests", "3 GB". */
export function quantity(value: number, unit: string): string {
  return `${amount(value)} ${value === 1 || unit === 'GB' ? unit : `${unit}s`}`;
}

/** A price, never in exponential notation. */
export function rate(value: number): string {
  return `$${DECIMALS[12].format(value)}`;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

/** Milliseconds without decimals from 100 on. */
export function milliseconds(value: number): string {
  return `${value.toFixed(value < 100 ? 1 : 0)} ms`;
}
