/**
 * The service of one model: a Hono app that knows neither Lambda nor sockets. Lambda and the server pass a `Transport` as the
 * app's bindings.
 */
import { type Context, Hono } from 'hono';
import { modelBasePath } from '../contracts/addresses.ts';
import type { Contract } from '../contracts/contract.ts';
import { type HttpResponse, problemResponse } from '../contracts/http.ts';
import { decompressed } from '../contracts/request/content-encoding.ts';
import { nothingAt } from '../contracts/request/require-model.ts';
import { Deadline } from '../ensemble/predictor.ts';
import { Problem } from '../problems/problems.ts';
import { RequestRecord } from '../telemetry/request-record.ts';
import { createEndpoints, type Endpoint, type EndpointParts } from './endpoints.ts';
import { pathOf, type Transport } from './transport.ts';

const TRACE_HEADER = 'x-request-id';
const TRACE_ID = /^[\x21-\x7e]{1,128}$/;
const NOSNIFF = { 'x-content-type-options': 'nosniff' };

export type ModelApp = Hono<{ Bindings: Transport }>;

export interface AppParts extends EndpointParts {
  publish(record: RequestRecord): void;
}

/** Makes the app. It responds to every request, whatever the request contains, and publishes a record of each request. */
export function createApp(parts: AppParts): ModelApp {
  const { info, contracts, configuration } = parts;
  const { deadlineMilliseconds, networkMarginMilliseconds, secretPath, startedOnDemand } = configuration;
  const limit = deadlineMilliseconds - networkMarginMilliseconds;
  let isFirst = true;

  const app: ModelApp = new Hono({ getPath: ({ url }) => pathWithin(pathOf(url), secretPath, info.name) });
  const methodsOf = (path: string) =>
    app.routes.filter((route) => route.path === path).map(({ method }) => method);
  for (const endpoint of createEndpoints(parts)) {
    const { method, path } = endpoint;
    if (!methodsOf(path).includes(method)) app.on(method, path, (context) => respond(context, endpoint));
  }
  app.notFound((context) => respond(context, nowhere(context.req.method, context.req.path)));
  // A request gets the problem `internal` if its log record cannot be written.
  app.onError((error) => {
    console.error(error);
    const { status, headers, body } = problemResponse(new Problem('internal'));
    return new Response(body ?? null, { status, headers: { ...NOSNIFF, ...headers } });
  });
  return app;

  async function respond(context: Context<{ Bindings: Transport }>, endpoint: Endpoint): Promise<Response> {
    const transport = context.env;
    const record = new RequestRecord(transport.invocation, startedOnDemand && isFirst);
    isFirst = false;
    record.route = `${endpoint.method} ${endpoint.path}`;
    record.isInference = endpoint.isInference;
    record.isProbe = endpoint.isProbe === true;
    const response = await responseOf(context, endpoint, record);
    record.status = response.status;
    parts.publish(record);
    const headers: Record<string, string> = { ...NOSNIFF, ...response.headers };
    if (record.traceId !== undefined) headers[TRACE_HEADER] = record.traceId;
    if (record.isInference && record.status < 400) addInferenceHeaders(headers, record, info.members.length);
    // Hono leaves out the body for HEAD, and with it the content length that RFC 9110, 9.3.2 allows.
    if (context.req.method === 'HEAD')
      headers['content-length'] = String(Buffer.byteLength(response.body ?? ''));
    return new Response(response.body ?? null, { status: response.status, headers });
  }

  async function responseOf(
    { req, env: transport }: Context<{ Bindings: Transport }>,
    endpoint: Endpoint,
    record: RequestRecord,
  ): Promise<HttpResponse> {
    const deadline = Deadline.in(limit - (transport.waitedMilliseconds ?? 0));
    try {
      const { body, header, maxBodyBytes, client, isAbandoned } = transport;
      record.bodyBytes = body.length;
      const [, query] = req.url.split('?', 2);
      const request = { method: req.method, path: pathOf(req.url), query, body, header, maxBodyBytes };
      // A trace id only helps people to find a request. It is echoed unless it could break a header or a log line.
      const traceId = header(TRACE_HEADER);
      if (traceId !== undefined && TRACE_ID.test(traceId)) record.traceId = traceId;
      return await endpoint.respond(decompressed(request), { deadline, client, isAbandoned }, record);
    } catch (error) {
      // The errors of abandoned requests are not reported, because nobody waits for a response.
      if (!(error instanceof Problem) && !transport.isAbandoned?.()) record.error = error as Error;
      const problem = error instanceof Problem ? error : new Problem('internal');
      record.problem = problem.problem;
      record.detail = problem.message;
      return problemResponse(problem, endpoint.errors);
    }
  }

  /** Makes the endpoint of an unknown path or method. Below the root of a contract, problems have the contract's form. */
  function nowhere(method: string, path: string): Endpoint {
    const below: Contract | undefined = contracts.find(
      ({ root }) => root !== undefined && (path === root || path.startsWith(`${root}/`)),
    );
    return {
      method,
      path,
      isInference: method === 'POST',
      errors: below?.errors,
      respond: () => {
        const allowed = methodsOf(path);
        if (allowed.length === 0) {
          const [, model, version] = below?.modelPath?.exec(path) ?? [];
          throw nothingAt(info, model, version);
        }
        const allow = allowed.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])).join(', ');
        throw new Problem('method-not-allowed', `This address accepts ${allow}.`, { headers: { allow } });
      },
    };
  }
}

/** Removes two prefixes from a path if it has them: the deployment's secret, and then the model's own path. */
function pathWithin(path: string, secret: string | undefined, model: string): string {
  const within = secret === undefined ? path : withoutPrefix(path, `/${secret}`);
  return withoutPrefix(within, modelBasePath(model));
}

function withoutPrefix(path: string, prefix: string): string {
  if (path === prefix) return '/';
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}

function addInferenceHeaders(headers: Record<string, string>, record: RequestRecord, members: number): void {
  headers['x-subsecond-cache'] = record.cache?.outcome ?? 'off';
  headers['x-subsecond-members'] = membersRun(record, members);
  headers['x-subsecond-start'] = record.coldStart ? 'cold' : 'warm';
  headers['server-timing'] = record.stages.serverTiming;
}

/** How many members voted, and why some did not. */
function membersRun({ prediction, membersRun: run }: RequestRecord, members: number): string {
  const share = `${run}/${members}`;
  if (!prediction || run === members) return share;
  if (prediction.lacking === 'every member') return `${share}; fallback`;
  return `${share}; ${prediction.lacking ? 'shortened' : 'decided'}`;
}
