/** A trace header in X-Ray's form, from the request's UUID so that logs can be matched. */
export function createTraceId(requestId: string, timeEpoch: number): string {
  const seconds = Math.floor(timeEpoch / 1000).toString(16);
  const [, ...groups] = requestId.split('-');
  return `Root=1-${seconds}-${groups.join('')};Sampled=0`;
}
