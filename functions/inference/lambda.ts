/** The service of one model on AWS Lambda, behind API Gateway's HTTP API (payload format 2.0). */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { Hono } from 'hono';
import { handle, type LambdaEvent } from 'hono/aws-lambda';
import { DynamoStore } from './cache/dynamodb-store.ts';
import { loadPredictor } from './ensemble/load-predictor.ts';
import type { ReadPage } from './information/page.ts';
import { readManifest } from './model/manifest.ts';
import type { ModelApp } from './service/app.ts';
import { modelDirectory, readConfiguration } from './service/configuration.ts';
import { withSecrets } from './service/secret-variables.ts';
import { openService } from './service/start.ts';
import { type Transport, waitedSince } from './service/transport.ts';

export type Handler = (
  event: APIGatewayProxyEventV2,
  context: Pick<Context, 'awsRequestId'>,
) => Promise<APIGatewayProxyStructuredResultV2>;

interface Bindings {
  readonly event: APIGatewayProxyEventV2 & {
    readonly bytes: Buffer<ArrayBuffer>;
    readonly sent: APIGatewayProxyEventV2['headers'];
  };
  readonly lambdaContext: Pick<Context, 'awsRequestId'> | undefined;
}

/**
 * Loads everything that an execution environment needs.
 * @throws {ConfigurationError} naming the environment variable that is wrong
 * @throws {ModelError} naming the model file that is missing, corrupt or mismatched
 */
export async function startLambda(environment: NodeJS.ProcessEnv, readPage: ReadPage): Promise<Handler> {
  const directory = modelDirectory(environment);
  const manifest = readManifest(directory);
  const configuration = readConfiguration(environment, manifest.deadlineMilliseconds);
  const { tableName, inferenceThreads: threads, concurrency, startedOnDemand: callerWaits } = configuration;
  // The connection to the table is opened while the members load.
  const store = tableName === undefined ? undefined : new DynamoStore(tableName, environment, concurrency);
  const [variables, loaded] = await Promise.all([
    withSecrets(environment),
    loadPredictor(directory, manifest, { threads, concurrency, callerWaits }),
  ]);
  const { app, cache } = openService({
    directory,
    manifest,
    configuration,
    environment: variables,
    ...loaded,
    store,
    readPage,
  });
  // The start waits for the table at most as long as a request does. A time-out counts as a failure; after one more failure,
  // calls to the table pause.
  if (store && !(await store.responds(configuration.cacheMilliseconds))) cache?.circuit.failed();
  return createHandler(app);
}

/** @returns a handler that responds to every event, whatever the event contains */
export function createHandler(app: ModelApp): Handler {
  const adapter = new Hono<{ Bindings: Bindings }>();
  adapter.all('*', ({ req, env }) => app.fetch(req.raw, transportOf(env)));
  const serve = handle(adapter);
  return async (event, context) => {
    // Node decodes base64 here because Hono does it character by character, which takes twenty times as long.
    const bytes = Buffer.from(event?.body ?? '', event?.isBase64Encoded ? 'base64' : 'utf8');
    // The headers travel in the field `sent`, because Hono percent-encodes values of `headers` that are not ASCII, and refuses
    // events with invalid header names.
    const without = { body: undefined, cookies: undefined, headers: {} };
    const passed = { ...event, ...without, bytes, sent: event?.headers ?? {} };
    return serve(passed as unknown as LambdaEvent, context as never) as ReturnType<Handler>;
  };
}

function transportOf({ event, lambdaContext }: Bindings): Transport {
  return {
    invocation: lambdaContext?.awsRequestId ?? '',
    waitedMilliseconds: waitedSince(event.requestContext?.timeEpoch),
    body: event.bytes,
    header: (name) => event.sent[name],
  };
}
