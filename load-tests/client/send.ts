import type { IncomingHttpHeaders } from 'node:http';
import type { ContractClient } from '../../functions/inference/contracts/client.ts';
import { now, toMicroseconds } from './clock.ts';
import { type Exchange, exchange } from './exchange.ts';
import { ATTEMPTS, type NewRequest } from './new-request.ts';
import type { ExchangeRecord, FailureKind, LoadRecord, Outcome } from './records.ts';
import { addressed, type ServiceAddress } from './service.ts';

export interface SendOptions {
  service: ServiceAddress;
  client: ContractClient;
  /** Number of the attempt, from 1. Requests of `esun-2021` and `esun-2022` state the number of attempts left. */
  attempt: number;
  /** When the request was due, in milliseconds since 1970; latency counts from then. @default now */
  due?: number | undefined;
  /** Longest wait for the last byte, from the moment the request leaves. */
  timeoutMilliseconds: number;
  record: (record: LoadRecord) => void;
}

/** Largest number of bytes that the record of a failed exchange keeps of the response's body. */
const EXCERPT_BYTES = 200;

/** Sends a request once, and records when it left and how it ended. */
export async function send({ id, sample }: NewRequest, options: SendOptions): Promise<ExchangeRecord> {
  const { service, client, attempt, timeoutMilliseconds } = options;
  const request = addressed(service, client.request(sample, id, ATTEMPTS - attempt));
  const leaves = now();
  const due = Math.min(options.due ?? leaves, leaves);
  const lagMilliseconds = toMicroseconds(leaves - due);
  const at = toMicroseconds(due);
  const departure = { id, attempt, repeated: attempt > 1, sample: sample.name, at, lagMilliseconds };
  options.record({ kind: 'sent', ...departure });

  const result = await exchange(request.url, { ...request, timeoutMilliseconds });

  const serverTime = serverMilliseconds(result.headers['server-timing']?.toString());
  const record: ExchangeRecord = {
    kind: 'exchange',
    ...departure,
    milliseconds: toMicroseconds(result.at - due + result.milliseconds),
    outcome: result.outcome,
    ...(sample.label === undefined ? {} : { label: sample.label }),
    coldStart: result.headers['x-subsecond-start'] === 'cold',
    requestBytes: Buffer.byteLength(request.body),
    responseBytes: result.headBytes + result.body.length,
    ...(serverTime === undefined ? {} : { serverMilliseconds: serverTime }),
    ...readOutcome(id, client, result),
  };
  options.record(record);
  return record;
}

function readOutcome(id: string, client: ContractClient, result: Exchange): Partial<ExchangeRecord> {
  const status = result.status === undefined ? {} : { status: result.status };
  const { outcome, error = 'no response' } = result;
  if (outcome !== 'completed') {
    return { ...status, error, failure: failureOf(outcome, error), ...excerptOf(result) };
  }
  const reply = client.read(
    { status: result.status ?? 0, headers: flat(result.headers), body: result.body.toString('utf8') },
    id,
    now() / 1000,
  );
  if ('prediction' in reply) return { ...status, ...reply };
  return { ...status, error: reply.error, failure: reply.fault, ...excerptOf(result) };
}

function excerptOf({ body }: Exchange): Partial<ExchangeRecord> {
  return body.length === 0 ? {} : { excerpt: body.toString('utf8', 0, EXCERPT_BYTES) };
}

function flat(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()]));
}

/**
 * Total of the durations in a `server-timing` header, in milliseconds: its `total` entry or, without a total, the sum of the
 * stages except the queue. Undefined if the header has neither.
 */
export function serverMilliseconds(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  let sum: number | undefined;
  for (const entry of header.split(',')) {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim());
    const text = parameters.find((parameter) => /^dur=/i.test(parameter))?.slice('dur='.length);
    const duration = Number(text?.replaceAll('"', ''));
    if (text === undefined || !Number.isFinite(duration)) continue;
    if (name?.toLowerCase() === 'total') return duration;
    if (name?.toLowerCase() === 'queue') continue;
    sum = (sum ?? 0) + duration;
  }
  return sum;
}

/** Codes for a lack of files, ports or buffers on the client's own machine. */
const EXHAUSTED = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'ENOMEM']);

/** Codes for a connection that could not be opened. */
const UNREACHED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
]);

/** The kind of a failure without a complete reply. @param error code of the socket error, or its message */
export function failureOf(outcome: Exclude<Outcome, 'completed'>, error: string): FailureKind {
  if (outcome === 'timeout') return 'timeout';
  if (EXHAUSTED.has(error)) return 'generator';
  if (UNREACHED.has(error) || isAboutCertificate(error)) return 'refused';
  // Codes with this prefix are those of the parser llhttp for bytes that are not HTTP.
  return error.startsWith('HPE_') ? 'malformed' : 'reset';
}

function isAboutCertificate(error: string): boolean {
  return /CERT|SELF_SIGNED|SSL|TLS/.test(error);
}
