/** Milliseconds since 1970 with a fraction, on a clock that never goes back; the same in all threads of a process. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Milliseconds, rounded to the microsecond, because finer digits are noise and make records longer. */
export function toMicroseconds(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
