/** Start-up, and what happens to every event. */
import type { Context } from 'aws-lambda';
import { type OpeningTable, openTable } from '../cache/dynamodb/open-table.ts';
import { ResultCache } from '../cache/result-cache.ts';
import type { Contract, TaskInfo } from '../contracts/contract.ts';
import { readManifest } from '../members/manifest.ts';
import { RequestRecord } from '../telemetry/request-record.ts';
import { ServiceStatistics } from '../telemetry/statistics.ts';
import { Telemetry } from '../telemetry/telemetry.ts';
import { type Configuration, modelDirectory, readConfiguration } from './configuration.ts';
import { type HttpEvent, type HttpResponse, problemResponse, withCommonHeaders } from './http.ts';
import type { ReadPage } from './page.ts';
import { Problem } from './problems.ts';
import { findRoute, pathWithin, type RouteHandler, type Routes } from './router.ts';
import { createRoutes } from './routes.ts';
import { withSecrets } from './secret-variables.ts';
import { checkSignedBody } from './signed-body.ts';
import { loadTask } from './task.ts';

type Http = HttpEvent['requestContext']['http'];
export type Handler = (event: HttpEvent, context: Pick<Context, 'awsRequestId'>) => Promise<HttpResponse>;

/**
 * Loads everything an execution environment needs.
 *
 * @param readPage gives what people see at `/`; left out, they are sent to the documentation
 * @param readFrame gives what the documentation stands in; left out, it stands alone, and nothing can be tried
 * @throws {ConfigurationError} naming the environment variable that is wrong
 * @throws {ModelError} naming the model file that is missing, corrupt or mismatched
 */
export async function startHandler(
  environment: NodeJS.ProcessEnv,
  readPage?: ReadPage,
  readFrame?: ReadPage,
): Promise<Handler> {
  const directory = modelDirectory(environment);
  const manifest = await readManifest(directory);
  const configuration = readConfiguration(environment, manifest.budgetMilliseconds);
  const {
    tableName,
    budgetMilliseconds,
    inferenceThreads: threads,
    concurrency,
    tasks,
    explains,
    startedOnDemand: callerWaits,
  } = configuration;
  const batch = { ...manifest.batch, ...configuration.batch };
  const told = withSecrets(environment);
  const [{ info, ensemble, contracts }, opening] = await Promise.all([
    loadTask(directory, { ...manifest, batch }, told, {
      threads,
      concurrency,
      callerWaits,
      budgetMilliseconds,
      tasks,
    }),
    tableName === undefined ? undefined : openTable(tableName, environment, concurrency),
    // Here as well, so that its failure is noticed while the models still load.
    told,
  ]);
  const cache = opening && (await openCache(opening, info, configuration));
  const statistics = new ServiceStatistics();
  const routes = createRoutes({ info, ensemble, cache }, contracts, {
    limits: configuration,
    statistics,
    directory,
    readPage,
    readFrame,
    explains,
  });
  const telemetry = new Telemetry(configuration.serviceName ?? info.name, cache?.late);
  return createHandler({ routes, contracts, info, telemetry, statistics, configuration });
}

/** The cache; a table that has not answered by now delays a cold start no longer than it may delay a request. */
async function openCache(
  { table, answers }: OpeningTable,
  { name: task, version }: TaskInfo,
  { resultTtlDays: ttlDays, cacheMilliseconds: allowanceMilliseconds }: Configuration,
): Promise<ResultCache> {
  const cache = new ResultCache(table, { task, version, ttlDays, allowanceMilliseconds });
  if (!(await answers(allowanceMilliseconds))) cache.circuit.failed();
  return cache;
}

interface Service {
  readonly routes: Routes;
  readonly contracts: readonly Contract[];
  readonly info: TaskInfo;
  readonly telemetry: Telemetry;
  readonly statistics: ServiceStatistics;
  readonly configuration: Pick<Configuration, 'startedOnDemand' | 'secretPath'>;
}

/** Answers every event, whatever it holds, and writes one line about it. */
function createHandler(service: Service): Handler {
  const { telemetry, statistics, configuration } = service;
  let first = true;
  return async (event, context) => {
    const record = new RequestRecord(context.awsRequestId, configuration.startedOnDemand && first);
    first = false;
    const response = withCommonHeaders(await respond(service, event, record));
    record.status = response.statusCode ?? 200;
    record.bodyBytes = bodyBytes(event);
    if (record.stages.milliseconds.contract !== undefined) statistics.add(record);
    const late = telemetry.publish(record);
    if (!late) return response;
    const told = `written=${late.written}, lost=${late.lost}, waiting=${late.waiting}`;
    return { ...response, headers: { ...response.headers, 'x-subsecond-late': told } };
  };
}

/** Of the body as it was sent, give or take the padding of base64. */
function bodyBytes(event: HttpEvent | undefined): number {
  const length = event?.body?.length ?? 0;
  return event?.isBase64Encoded ? Math.floor((length * 3) / 4) : length;
}

/** Who asks below the root of a contract expects its problems there, whatever is missing. */
async function respond(
  { routes, contracts, info, configuration }: Service,
  event: HttpEvent,
  record: RequestRecord,
): Promise<HttpResponse> {
  const { method = '' }: Partial<Http> = event?.requestContext?.http ?? {};
  const path = pathWithin(event?.rawPath ?? '', configuration.secretPath, info.name);
  record.route = `${method} ${path}`;
  const below = contracts.find(
    ({ root }) => root !== undefined && (path === root || path.startsWith(`${root}/`)),
  );
  let route: Pick<RouteHandler, 'problem'> = below ?? { problem: problemResponse };
  try {
    const found = findRoute(routes, method, path, below);
    route = found;
    record.route = found.name;
    checkSignedBody(event);
    return await found.respond(event, record);
  } catch (error) {
    if (!(error instanceof Problem)) record.error = error as Error;
    const problem =
      error instanceof Problem
        ? error
        : new Problem('internal', 'The request could not be answered. Try again.');
    record.problem = problem.problem;
    return route.problem(problem);
  }
}
