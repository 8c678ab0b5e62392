/** AWS X-Ray's trace of the request in progress. */

/** What Lambda's runtime keeps apart for each of several requests at once. */
interface Runtime {
  readonly awslambda?: { readonly InvokeStore?: { getXRayTraceId(): string | undefined } };
}

/** The root of the trace header, `Root=1-…;Parent=…;Sampled=1`; undefined where there is none. */
export function traceId(): string | undefined {
  const { awslambda } = globalThis as Runtime;
  const header = awslambda?.InvokeStore?.getXRayTraceId() ?? process.env._X_AMZN_TRACE_ID;
  if (!header?.includes('=')) return header || undefined;
  return /(?:^|;)Root=([^;]+)/.exec(header)?.[1];
}
