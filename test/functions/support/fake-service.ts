/** A stub for a service of AWS. */
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../support/listen.ts';

export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly bytes: Uint8Array;
}

/** A response of the stub. If `respond` returns `undefined` instead, the request gets no response. */
export interface FakeResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** Starts a stub that stops at the end of the test. */
export async function fakeService(
  respond: (request: Arrived) => FakeResponse | undefined | Promise<FakeResponse | undefined>,
): Promise<{ readonly url: string; readonly arrived: Arrived[] }> {
  const arrived: Arrived[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const bytes = await buffer(request);
    const one = { method, path: url, headers, body: bytes.toString(), bytes };
    arrived.push(one);
    const reply = await respond(one);
    if (!reply) return;
    response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
  });
  return { url: await listen(server), arrived };
}

/** Environment variables that Lambda sets for AWS's clients. */
export const CREDENTIALS = {
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'never-to-be-seen',
  AWS_SESSION_TOKEN: 'session',
};
