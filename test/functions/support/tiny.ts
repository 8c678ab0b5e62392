/** The service of an ensemble that loads in a millisecond. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { vi } from 'vitest';
import {
  type Ensemble,
  type EnsembleOptions,
  loadEnsemble,
} from '../../../functions/inference/ensemble/ensemble.ts';
import { loadPredictor } from '../../../functions/inference/ensemble/load-predictor.ts';
import type { Handler } from '../../../functions/inference/lambda.ts';
import { readManifest } from '../../../functions/inference/model/manifest.ts';
import { findPipeline } from '../../../functions/inference/pipelines/pipelines.ts';
import type { ModelApp } from '../../../functions/inference/service/app.ts';
import { modelDirectory, readConfiguration } from '../../../functions/inference/service/configuration.ts';
import { openService, type ServiceParts } from '../../../functions/inference/service/start.ts';
import type { Transport } from '../../../functions/inference/service/transport.ts';
import { newFolder } from '../../support/new-folder.ts';
import { plain, RED } from './pictures.ts';
import type { TestRequest } from './requests.ts';

export const TINY_ENSEMBLE = path.resolve(import.meta.dirname, '../../fixtures/tiny-ensemble');

/** A deadline that a busy machine never exceeds. */
export const UNHURRIED = { DEADLINE_MILLISECONDS: '300000' };

/** The same deadline, with time for a working store. */
export const UNHURRIED_STORE = { ...UNHURRIED, CACHE_MILLISECONDS: '30000' };

/** Environment variables of a function that writes no log. */
export const QUIET = { MODEL_DIRECTORY: TINY_ENSEMBLE, ...UNHURRIED };

/** A response whose body has come. */
export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer>;
}

/** Sends a request to a service. @param transport information besides the request */
export type Send = (request: TestRequest, transport?: Partial<Transport>) => Promise<Received>;

/**
 * Opens the service of a model in this process; its log goes nowhere.
 *
 * @param environment on top of `QUIET`
 * @param parts on top of what is loaded: a store, a page, telemetry, another predictor
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
    ...parts,
  });
  return app;
}

/** Such an app, for requests without a socket. */
export async function quietService(...parameters: Parameters<typeof quietApp>): Promise<Send> {
  const app = await quietApp(...parameters);
  return async ({ method, path, headers, body }, transport = {}) => {
    const init = { method, headers, ...(!['GET', 'HEAD'].includes(method) && { body }) };
    const response = await app.fetch(new Request(`http://service.test${path}`, init), {
      invocation: 'invocation-1',
      ...transport,
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    };
  };
}

/** Outcomes of the cache for requests in turn, or the status of refused ones. */
export async function cacheOutcomes(send: Send, requests: readonly TestRequest[]): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (const sent of requests) {
    const { status, headers } = await send(sent);
    outcomes.push(headers['x-subsecond-cache'] ?? status);
  }
  return outcomes;
}

/** A log, and what of a service writes it. */
export function keptLines() {
  const lines: Record<string, unknown>[] = [];
  return { lines, telemetry: { write: (line: string) => void lines.push(JSON.parse(line)) } };
}

/** The function on Lambda, started; its log goes nowhere. */
export async function quietHandler(environment: NodeJS.ProcessEnv = {}): Promise<Handler> {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { startLambda } = await import('../../../functions/inference/lambda.ts');
  return startLambda({ ...QUIET, ...environment });
}

/** A copy of the tiny ensemble that a test may damage. */
export async function copyOfTinyEnsemble(): Promise<string> {
  const folder = newFolder();
  await cp(TINY_ENSEMBLE, folder, { recursive: true });
  return folder;
}

/** Such a copy with samples, all of them red: its members know that red is 一. */
export async function modelWithSamples(labels: readonly string[]): Promise<string> {
  const folder = await copyOfTinyEnsemble();
  const samples = path.join(folder, 'samples');
  await mkdir(samples);
  const entries = labels.map((label, index) => ({ file: `${index}.png`, label }));
  await writeFile(path.join(samples, 'labels.json'), JSON.stringify(entries));
  for (const { file } of entries) await plain(RED).png().toFile(path.join(samples, file));
  return folder;
}

/** The ensemble of a model's folder, as start-up loads it. */
export async function ensembleIn(folder: string, options: Partial<EnsembleOptions> = {}): Promise<Ensemble> {
  const manifest = await readManifest(folder);
  return loadEnsemble(folder, manifest, findPipeline(manifest.pipeline)!, { threads: 1, ...options });
}

/** Changes the `ensemble.json` of a model's folder. */
export async function changeManifest(
  folder: string,
  change: (manifest: Record<string, object> & { members: object[] }) => void,
): Promise<void> {
  const file = path.join(folder, 'ensemble.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  change(manifest);
  await writeFile(file, JSON.stringify(manifest));
}
