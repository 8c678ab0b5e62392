/** Opens the service of a model from its settings: what the function on Lambda and the front process have in common. */

import { ResponseCache } from '../cache/response-cache.ts';
import type { ResponseStore } from '../cache/response-store.ts';
import type { Contract } from '../contracts/contract.ts';
import type { Predictor } from '../ensemble/predictor.ts';
import type { ReadPage } from '../information/page.ts';
import { fingerprint } from '../model/fingerprint.ts';
import type { Manifest } from '../model/manifest.ts';
import type { Pipeline } from '../pipelines/pipeline.ts';
import { ServiceStatistics } from '../telemetry/statistics.ts';
import { Telemetry, type TelemetryOptions } from '../telemetry/telemetry.ts';
import { createApp, type ModelApp } from './app.ts';
import type { Configuration } from './configuration.ts';
import { openModel, requireContracts } from './model.ts';

/** What a service is opened with. */
export interface ServiceParts {
  /** The model's folder. */
  readonly directory: string;
  readonly manifest: Manifest;
  readonly configuration: Configuration;
  /** Where contracts find settings of their own. */
  readonly environment: NodeJS.ProcessEnv;
  readonly pipeline: Pipeline;
  readonly predictor: Predictor;
  readonly store: ResponseStore | undefined;
  /** Whether a look-up costs nothing, so that every request with an id begins with one. @default false */
  readonly looksUpAlways?: boolean;
  /** Gives what people see at `/`; left out, they are sent to the documentation. */
  readonly readPage?: ReadPage | undefined;
  /** Gives what the documentation stands in; left out, it stands alone, and nothing can be tried. */
  readonly readFrame?: ReadPage | undefined;
  readonly telemetry?: Omit<TelemetryOptions, 'serviceName'>;
}

export interface OpenedService {
  readonly app: ModelApp;
  readonly cache: ResponseCache | undefined;
  /** A command line of the contract that people are shown, with `$ADDRESS` for the address of the service. */
  readonly example: string;
}

/** @throws {ModelError} where contracts and model do not go together */
export function openService(parts: ServiceParts): OpenedService {
  const { directory, manifest, configuration, environment, pipeline, predictor, store } = parts;
  const { deadlineMilliseconds, models, explains } = configuration;
  const definitions = requireContracts(directory, manifest);
  const model = openModel(manifest, pipeline, definitions, environment, { deadlineMilliseconds, models });
  const { name, version } = model.info;
  const cache =
    store &&
    new ResponseCache(store, {
      model: name,
      version,
      fingerprint: fingerprint(directory, manifest),
      ttlDays: configuration.resultTtlDays,
      timeoutMilliseconds: configuration.cacheMilliseconds,
      looksUpAlways: parts.looksUpAlways ?? false,
    });
  const serviceName = configuration.serviceName ?? name;
  const telemetry = new Telemetry({ ...parts.telemetry, serviceName }, () => cache?.late.takeCounts());
  const statistics = new ServiceStatistics();
  const { readPage, readFrame } = parts;
  const app = createApp({
    ...model,
    pipeline,
    predictor,
    cache,
    directory,
    explains,
    readPage,
    readFrame,
    statistics,
    telemetry,
    configuration,
  });
  const [shown] = model.contracts as [Contract, ...Contract[]];
  return { app, cache, example: shown.describe().example };
}
