import type { FailureKind, Outcome } from './records.ts';

/** The client's own machine has none left of what a connection needs: files, ports, buffers. */
const EXHAUSTED = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'ENOMEM']);

/** No connection came about. */
const UNREACHED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
]);

/** The kind of a failure without a whole reply. @param error code of the socket error, or its message */
export function failureOf(outcome: Exclude<Outcome, 'completed'>, error: string): FailureKind {
  if (outcome === 'timeout') return 'timeout';
  if (EXHAUSTED.has(error)) return 'generator';
  if (UNREACHED.has(error) || isAboutCertificate(error)) return 'refused';
  // Codes of Node's HTTP parser: what came was no HTTP.
  return error.startsWith('HPE_') ? 'malformed' : 'reset';
}

function isAboutCertificate(error: string): boolean {
  return /CERT|SELF_SIGNED|SSL|TLS/.test(error);
}
