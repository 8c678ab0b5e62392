/** Start-up, and what happens to every event. */
import type { Context } from 'aws-lambda';
import type { Services } from './answer.ts';
import { type OpeningTable, openTable } from './cache/open-table.ts';
import { ResultCache } from './cache/result-cache.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { esun2021 } from './contracts/esun-2021.ts';
import { type Ensemble, loadEnsemble } from './ensemble/ensemble.ts';
import { type HttpEvent, type HttpResponse, problemResponse } from './http.ts';
import type { Page } from './page.ts';
import { Problem } from './problems.ts';
import { findRoute, type Routes } from './router.ts';
import { createRoutes } from './routes.ts';
import { RequestRecord } from './telemetry/request-record.ts';
import { Telemetry } from './telemetry/telemetry.ts';

type Http = HttpEvent['requestContext']['http'];
export type Handler = (event: HttpEvent, context: Pick<Context, 'awsRequestId'>) => Promise<HttpResponse>;

/**
 * Loads everything an execution environment needs.
 *
 * @param page what people see at `/`; left out, they are sent to the documentation
 * @throws {ConfigurationError} naming the environment variable that is wrong
 * @throws {ModelError} naming the model file that is missing, corrupt or mismatched
 */
export async function startHandler(environment: NodeJS.ProcessEnv, page?: Page): Promise<Handler> {
  const configuration = readConfiguration(environment);
  const { tableName, modelDirectory, inferenceThreads } = configuration;
  const [ensemble, opening] = await Promise.all([
    loadEnsemble(modelDirectory, { threads: inferenceThreads }),
    tableName === undefined ? undefined : openTable(tableName, environment),
  ]);
  const cache = opening && (await openCache(opening, ensemble, configuration));
  const services: Services = { contract: esun2021(configuration), ensemble, cache };
  const routes = createRoutes(services, configuration, page);
  const telemetry = new Telemetry(configuration.serviceName ?? ensemble.task);
  return createHandler(routes, telemetry, configuration.startedOnDemand);
}

/** The cache; a table that has not answered by now delays a cold start no longer than it may delay a request. */
async function openCache(
  { table, answers }: OpeningTable,
  { task, version }: Ensemble,
  { resultTtlDays: ttlDays, cacheMilliseconds: allowanceMilliseconds }: Configuration,
): Promise<ResultCache> {
  const cache = new ResultCache(table, { task, version, ttlDays, allowanceMilliseconds });
  if (!(await answers(allowanceMilliseconds))) cache.circuit.failed();
  return cache;
}

/** Answers every event, whatever it holds, and writes one line about it. */
export function createHandler(routes: Routes, telemetry: Telemetry, startedOnDemand: boolean): Handler {
  let first = true;
  return async (event, context) => {
    const { method = '', path = '' }: Partial<Http> = event?.requestContext?.http ?? {};
    const record = new RequestRecord(`${method} ${path}`, context.awsRequestId, startedOnDemand && first);
    first = false;
    const response = await respond(routes, event, method, record);
    record.status = response.statusCode ?? 200;
    telemetry.publish(record);
    return response;
  };
}

async function respond(
  routes: Routes,
  event: HttpEvent,
  method: string,
  record: RequestRecord,
): Promise<HttpResponse> {
  try {
    return await findRoute(routes, method, event?.rawPath)(event, record);
  } catch (error) {
    if (!(error instanceof Problem)) record.error = error as Error;
    const problem =
      error instanceof Problem
        ? error
        : new Problem('internal', 'The request could not be answered. Try again.');
    record.problem = problem.problem;
    return problemResponse(problem);
  }
}
