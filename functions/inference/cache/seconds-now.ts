/** The time in which answers expire: whole seconds since 1970. */
export function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}
