/**
 * Whether a web page sends it. Any page in a browser on this machine can send requests to any of its ports, and what listens
 * there for programs has to refuse them. Browsers tell of themselves, by the origin or by Fetch Metadata (W3C), where a page
 * cannot prevent it; programs send neither.
 */
export function isFromWebPage({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}
