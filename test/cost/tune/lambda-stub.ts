import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Version {
  Version: string;
  Description: string;
  MemorySize: number;
}

/** How the function behaves, and what of the API goes wrong. */
export interface StubBehaviour {
  /** Billed milliseconds of a warm invocation at a memory size. */
  readonly milliseconds?: (memory: number, invocation: number) => number;
  /** What the function answers. */
  readonly payload?: (event: string) => string;
  readonly functionError?: string;
  /** Answers instead of the API's own, by `METHOD what`, as long as there are any. */
  readonly failures?: Record<string, { status: number; type: string; message: string }[]>;
  /** A reason for which updates to another memory fail. */
  readonly updateFails?: string;
}

const VERSIONS_PER_PAGE = 2;

/**
 * The Lambda API as far as tuning needs it (REST-JSON, 2015-03-31), on this machine: a function with memory, versions and
 * aliases that needs a moment after each change, and a log of what was asked of it.
 */
export async function lambdaStub(behaviour: StubBehaviour = {}) {
  const requests: string[] = [];
  const authorizations: string[] = [];
  const events: string[] = [];
  const latest = { MemorySize: 1769, LastUpdateStatus: 'Successful' };
  const versions: Version[] = [{ Version: '7', Description: 'deployed', MemorySize: 1769 }];
  const aliases = new Map<string, string>([['live', '7']]);
  let newest = 7;
  let invocations = 0;
  const warm = new Set<string>();

  const configurationOf = (version: Pick<Version, 'MemorySize'>, name: string, state: object) => ({
    FunctionArn: 'arn:aws:lambda:us-east-1:123456789012:function:digits',
    Timeout: 2,
    Architectures: ['x86_64'],
    Version: name,
    ...version,
    ...state,
  });

  const routes: Record<string, (query: URLSearchParams, body: string, rest: string) => Answer> = {
    'GET configuration': (query) => {
      const wanted = query.get('Qualifier');
      if (wanted === null) {
        const shown = configurationOf(latest, '$LATEST', {});
        if (latest.LastUpdateStatus === 'InProgress') {
          const isRefused = behaviour.updateFails !== undefined && latest.MemorySize !== 1769;
          latest.LastUpdateStatus = isRefused ? 'Failed' : 'Successful';
        }
        return { body: { ...shown, LastUpdateStatusReason: behaviour.updateFails } };
      }
      const version = versions.find(({ Version }) => Version === wanted)!;
      const State = warm.has(wanted) ? 'Active' : 'Pending';
      warm.add(wanted);
      return { body: configurationOf(version, wanted, { State }) };
    },
    'PUT configuration': (_, body) => {
      Object.assign(latest, JSON.parse(body), { LastUpdateStatus: 'InProgress' });
      return { body: configurationOf(latest, '$LATEST', {}) };
    },
    'POST versions': (_, body) => {
      const last = versions.at(-1)!;
      if (last.MemorySize !== latest.MemorySize) {
        newest += 1;
        const { Description } = JSON.parse(body);
        versions.push({ Version: String(newest), Description, MemorySize: latest.MemorySize });
      }
      return { status: 201, body: configurationOf(versions.at(-1)!, versions.at(-1)!.Version, {}) };
    },
    'GET versions': (query) => {
      const from = Number(query.get('Marker') ?? 0);
      const next = from + VERSIONS_PER_PAGE;
      const page = versions.slice(from, next);
      return { body: { Versions: page, NextMarker: next < versions.length ? String(next) : null } };
    },
    'POST aliases': (_, body) => {
      const { Name, FunctionVersion } = JSON.parse(body);
      aliases.set(Name, FunctionVersion);
      return { status: 201, body: { Name, FunctionVersion } };
    },
    'DELETE aliases': (_, __, name) =>
      aliases.delete(name) ? { status: 204 } : refusal(404, 'ResourceNotFoundException', 'no such alias'),
    'DELETE function': (query) => {
      versions.splice(
        versions.findIndex(({ Version }) => Version === query.get('Qualifier')),
        1,
      );
      return { status: 204 };
    },
    'POST invocations': (query, body) => {
      const alias = query.get('Qualifier')!;
      const { MemorySize } = versions.find(({ Version }) => Version === aliases.get(alias))!;
      invocations += 1;
      events.push(body);
      const isCold = !warm.has(alias);
      warm.add(alias);
      const billed = behaviour.milliseconds?.(MemorySize, invocations) ?? 50;
      const init = isCold ? '\tInit Duration: 432.10 ms' : '';
      const log = `END RequestId: 1\nREPORT RequestId: 1\tDuration: ${billed - 0.5} ms\tBilled Duration: ${billed} ms\tMemory Size: ${MemorySize} MB\tMax Memory Used: 200 MB${init}\t\n`;
      return {
        text: behaviour.payload?.(body) ?? '{"statusCode":200,"body":"{}"}',
        headers: {
          'x-amz-log-result': Buffer.from(log).toString('base64'),
          ...(behaviour.functionError && { 'x-amz-function-error': behaviour.functionError }),
        },
      };
    },
  };

  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stub');
    const [what = 'function', rest = ''] = pathname.split('/').slice(4);
    const name = `${request.method} ${what}`;
    requests.push(name);
    authorizations.push(request.headers.authorization ?? '');
    const failure = behaviour.failures?.[name]?.shift();
    const answer = failure
      ? refusal(failure.status, failure.type, failure.message)
      : routes[name]!(searchParams, Buffer.concat(chunks).toString(), rest);
    response.writeHead(answer.status ?? 200, answer.headers);
    response.end(answer.text ?? (answer.body === undefined ? '' : JSON.stringify(answer.body)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    authorizations,
    events,
    latest,
    versionNames: () => versions.map(({ Version }) => Version),
    aliasNames: () => [...aliases.keys()],
    close: () => server.close(),
  };
}

interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  readonly text?: string;
  readonly headers?: Record<string, string>;
}

function refusal(status: number, type: string, message: string): Answer {
  return { status, body: { Message: message }, headers: { 'x-amzn-errortype': type } };
}
