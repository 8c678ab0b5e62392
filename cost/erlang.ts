/**
 * Erlang's loss formula: the share of Poisson arrivals that find every environment busy and spill over.
 * Holds for any distribution of the service time. Computed by the recursion
 * B(0) = 1, B(n) = a B(n−1) / (n + a B(n−1)), which neither overflows nor cancels.
 * (A. K. Erlang 1917; recursion as in any teletraffic text, e.g. ITU-D SG 2/16 handbook, section 7.3.)
 *
 * @param environments how many requests can be in work at once
 * @param erlangs offered load: arrivals per second × seconds each
 */
export function erlangB(environments: number, erlangs: number): number {
  let blocked = 1;
  for (let n = 1; n <= environments; n += 1) {
    blocked = (erlangs * blocked) / (n + erlangs * blocked);
  }
  return blocked;
}

/** The smallest number of environments that keeps the spill-over of a Poisson stream at or below `share`. */
export function environmentsFor(erlangs: number, share: number): number {
  let environments = 0;
  let blocked = 1;
  while (blocked > share) {
    environments += 1;
    blocked = (erlangs * blocked) / (environments + erlangs * blocked);
  }
  return environments;
}

/**
 * The smallest number of servers before which at most `share` of a Poisson stream waits longer than `slack`
 * service times: Erlang's waiting probability C = B / (1 − (a/n)(1 − B)) times the tail of the wait,
 * exp(−(n − a) slack). Exact for exponential service times (Erlang C, M/M/n), on the safe side for shorter-tailed ones.
 */
export function serversInTime(erlangs: number, slack: number, share: number): number {
  let servers = Math.floor(erlangs);
  let late = 1;
  while (late > share) {
    servers += 1;
    const blocked = erlangB(servers, erlangs);
    const waiting = blocked / (1 - (erlangs / servers) * (1 - blocked));
    late = waiting * Math.exp(-(servers - erlangs) * slack);
  }
  return servers;
}
