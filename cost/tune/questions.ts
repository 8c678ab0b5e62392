import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ContractRequest } from '../../functions/inference/contracts/client.ts';
import type { AskedTask } from '../../tasks/asked-task.ts';
import { CostError } from '../errors.ts';
import type { Questions } from './measure.ts';

/** What an event file has where each question gets an id of its own. */
const ID_PLACE = '{{id}}';

/** A task's samples in turn, each as a question that was never asked before, so that none is remembered. */
export function sampleQuestions({ client, samples }: AskedTask): Questions {
  let asked = 0;
  let id = '';
  return {
    next() {
      const sample = samples[asked % samples.length]!;
      asked += 1;
      id = randomUUID();
      return JSON.stringify(eventOf(client.request(sample, id, 0)));
    },
    fault(payload) {
      const { statusCode, headers = {}, body = '', isBase64Encoded } = parseResponse(payload);
      const text = isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
      const reply = client.read({ status: statusCode, headers, body: text }, id);
      return 'error' in reply ? `${reply.error} (${text.slice(0, 200)})` : undefined;
    },
  };
}

/**
 * An event of one's own from a file, for functions that are not of this project or lie behind a secret path.
 * @throws CostError where there is no JSON in it
 */
export function eventQuestions(file: string): Questions {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
    JSON.parse(text);
  } catch (error) {
    throw new CostError(`--payload must name a file with an event in JSON: ${(error as Error).message}`);
  }
  return {
    next: () => text.replaceAll(ID_PLACE, randomUUID()),
    fault(payload) {
      const { statusCode } = parseResponse(payload);
      return statusCode < 400 ? undefined : payload;
    },
  };
}

interface FunctionResponse {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

/** A function that gives no status, but an object of its own, has answered. */
function parseResponse(payload: string): FunctionResponse {
  try {
    return { statusCode: 200, ...(JSON.parse(payload) as object) };
  } catch {
    return { statusCode: 200, body: payload };
  }
}

/** The event of an HTTP API (payload format 2.0) that comes of a request. */
function eventOf({ method, path, headers, body }: ContractRequest): object {
  const now = Date.now();
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: '',
    headers: { ...headers, 'user-agent': 'subsecond-tune' },
    requestContext: {
      accountId: '000000000000',
      apiId: 'tune',
      domainName: 'tune',
      domainPrefix: 'tune',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'subsecond-tune' },
      requestId: randomUUID(),
      routeKey: '$default',
      stage: '$default',
      time: new Date(now).toUTCString(),
      timeEpoch: now,
    },
    body: typeof body === 'string' ? body : Buffer.from(body).toString('base64'),
    isBase64Encoded: typeof body !== 'string',
  };
}
