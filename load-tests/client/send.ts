import type { IncomingHttpHeaders } from 'node:http';
import type { ContractClient } from '../../functions/inference/contracts/client.ts';
import { now, toMicroseconds } from './clock.ts';
import { type Exchange, exchange } from './exchange.ts';
import { failureOf } from './failure.ts';
import type { NewRequest } from './new-request.ts';
import type { ExchangeRecord, LoadRecord } from './records.ts';
import { serverMilliseconds } from './server-timing.ts';
import { addressed, type ServiceAddress } from './service.ts';

/** How a request is sent. */
export interface SendOptions {
  service: ServiceAddress;
  client: ContractClient;
  attempt: number;
  repeated: boolean;
  /** How many more attempts will be made; goes into the request. */
  attemptsLeft: number;
  /** When it should have left, in milliseconds since 1970; latency counts from there. @default now */
  due?: number | undefined;
  /** Longest wait for the last byte, from the moment the request leaves. */
  timeoutMilliseconds: number;
  record: (record: LoadRecord) => void;
}

/** As much of the body of an exchange that failed as goes into its record. */
const EXCERPT_BYTES = 200;

/** Sends a request once, and records when it left and how it ended. */
export async function send({ id, sample }: NewRequest, options: SendOptions): Promise<ExchangeRecord> {
  const { service, client, attempt, repeated, attemptsLeft, timeoutMilliseconds } = options;
  const request = addressed(service, client.request(sample, id, attemptsLeft));
  const leaves = now();
  const due = Math.min(options.due ?? leaves, leaves);
  const lagMilliseconds = toMicroseconds(leaves - due);
  const departure = { id, attempt, repeated, sample: sample.name, at: toMicroseconds(due), lagMilliseconds };
  options.record({ kind: 'sent', ...departure });

  const result = await exchange(request.url, { ...request, timeoutMilliseconds });

  const record: ExchangeRecord = {
    kind: 'exchange',
    ...departure,
    milliseconds: toMicroseconds(result.at - due + result.milliseconds),
    outcome: result.outcome,
    ...(sample.label === undefined ? {} : { label: sample.label }),
    coldStart: isColdStart(result),
    requestBytes: Buffer.byteLength(request.body),
    responseBytes: result.headBytes + result.body.length,
    ...readHeaders(result),
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
  if ('answer' in reply) return { ...status, ...reply };
  return { ...status, error: reply.error, failure: reply.fault, ...excerptOf(result) };
}

function excerptOf({ body }: Exchange): Partial<ExchangeRecord> {
  return body.length === 0 ? {} : { excerpt: body.toString('utf8', 0, EXCERPT_BYTES) };
}

function flat(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()]));
}

function readHeaders({ headers }: Exchange): Partial<ExchangeRecord> {
  const cache = headers['x-subsecond-cache'];
  const milliseconds = serverMilliseconds(headers['server-timing']?.toString());
  return {
    ...(cache === undefined ? {} : { cache: String(cache) }),
    ...(milliseconds === undefined ? {} : { serverMilliseconds: milliseconds }),
  };
}

function isColdStart({ headers }: Exchange): boolean {
  return headers['x-subsecond-start'] === 'cold';
}
