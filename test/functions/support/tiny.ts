/** The service of an ensemble that loads within milliseconds. */
import { vi } from 'vitest';
import { SLOTS } from '../../../functions/inference/documentation/page.ts';
import {
  type Ensemble,
  type EnsembleOptions,
  loadEnsemble,
} from '../../../functions/inference/ensemble/ensemble.ts';
import { loadPredictor } from '../../../functions/inference/ensemble/load-predictor.ts';
import type { Page } from '../../../functions/inference/information/page.ts';
import type { Handler } from '../../../functions/inference/lambda.ts';
import { readManifest } from '../../../functions/inference/model/manifest.ts';
import type { ModelApp } from '../../../functions/inference/service/app.ts';
import { modelDirectory, readConfiguration } from '../../../functions/inference/service/configuration.ts';
import { openService, type ServiceParts } from '../../../functions/inference/service/start.ts';
import { headerText, type Transport } from '../../../functions/inference/service/transport.ts';
import { fixture } from '../../support/fixtures.ts';
import type { TestRequest } from './requests.ts';

export const TINY_ENSEMBLE = fixture('tiny-ensemble');

/** A deadline that is not exceeded even on a busy machine. */
export const UNHURRIED = { DEADLINE_MILLISECONDS: '300000' };

/** The same deadline, and a time-out of the store that is not exceeded even on a busy machine. */
export const UNHURRIED_STORE = { ...UNHURRIED, CACHE_MILLISECONDS: '30000' };

/** Environment variables of the tiny ensemble's function. */
export const QUIET = { MODEL_DIRECTORY: TINY_ENSEMBLE, ...UNHURRIED };

/** A frame without design, in place of the built pages. */
const FRAME: Page = { html: Object.values(SLOTS).join('\n'), contentSecurityPolicy: "default-src 'none'" };
const readPage = async () => FRAME;

/** A response whose body has been read. */
export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer>;
}

/** Sends a request to a service. @param transport information that is not in the request itself */
export type Send = (request: TestRequest, transport?: Partial<Transport>) => Promise<Received>;

/**
 * Starts the service of a model in this process, without a log.
 *
 * @param environment variables in addition to `QUIET`
 * @param parts replace parts of the service: store, page, telemetry or predictor
 */
export async function quietApp(
  environment: NodeJS.ProcessEnv = {},
  parts: Partial<ServiceParts> = {},
): Promise<ModelApp> {
  const variables = { ...QUIET, ...environment };
  const directory = modelDirectory(variables);
  const manifest = await readManifest(directory);
  const { app } = openService({
    directory,
    manifest,
    configuration: readConfiguration(variables, manifest.deadlineMilliseconds),
    environment: variables,
    ...(await loadPredictor(directory, manifest, { threads: 1 })),
    store: undefined,
    telemetry: { write: () => {} },
    readPage,
    ...parts,
  });
  return app;
}

/** Starts a service as `quietApp` does. @returns a function that sends requests to the service without a socket */
export async function quietService(...parameters: Parameters<typeof quietApp>): Promise<Send> {
  const app = await quietApp(...parameters);
  return async ({ method, path, headers, body }, transport = {}) => {
    const init = { method, headers, ...(!['GET', 'HEAD'].includes(method) && { body }) };
    const request = new Request(`http://service.test${path}`, init);
    const response = await app.fetch(request, {
      invocation: 'invocation-1',
      body: Buffer.from(await request.arrayBuffer()),
      header: (name) => headerText(request.headers.get(name) ?? undefined),
      ...transport,
    } satisfies Transport);
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    };
  };
}

/** The cache's outcome for each request in turn, or the status of a response without an outcome. */
export async function cacheOutcomes(send: Send, requests: readonly TestRequest[]): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (const sent of requests) {
    const { status, headers } = await send(sent);
    outcomes.push(headers['x-subsecond-cache'] ?? status);
  }
  return outcomes;
}

/** An array of log lines, and the telemetry option that fills it. */
export function keptLines() {
  const lines: Record<string, unknown>[] = [];
  return { lines, telemetry: { write: (line: string) => void lines.push(JSON.parse(line)) } };
}

/** The handler of the function on Lambda, without a log. */
export async function quietHandler(environment: NodeJS.ProcessEnv = {}): Promise<Handler> {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { startLambda } = await import('../../../functions/inference/lambda.ts');
  return startLambda({ ...QUIET, ...environment }, readPage);
}

/** Loads the ensemble of a model's folder, as the service does at start-up. */
export async function ensembleIn(folder: string, options: Partial<EnsembleOptions> = {}): Promise<Ensemble> {
  const manifest = await readManifest(folder);
  return loadEnsemble(folder, manifest, { threads: 1, ...options });
}
