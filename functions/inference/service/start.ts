/** Opens the service of a model from its settings: what the function on Lambda and the front process have in common. */

import type { ResponseStore } from '../cache/response-store.ts';
import { ResultCache } from '../cache/result-cache.ts';
import type { Contract } from '../contracts/contract.ts';
import type { Predictor } from '../ensemble/predictor.ts';
import type { ReadPage } from '../information/page.ts';
import { fingerprint } from '../model/fingerprint.ts';
import type { Manifest } from '../model/manifest.ts';
import type { Kind } from '../pipelines/kind.ts';
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
  readonly kind: Kind;
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
  readonly cache: ResultCache | undefined;
  /** A command line of the contract that people are shown, with `$ADDRESS` for the address of the service. */
  readonly example: string;
}

/** @throws {ModelError} where contracts and model do not go together */
export function openService(parts: ServiceParts): OpenedService {
  const { directory, manifest, configuration, environment, kind, predictor, store } = parts;
  const { budgetMilliseconds, tasks, explains } = configuration;
  const definitions = requireContracts(directory, manifest);
  const model = openModel(manifest, kind, definitions, environment, { budgetMilliseconds, tasks });
  const { name, version } = model.info;
  const cache =
    store &&
    new ResultCache(store, {
      task: name,
      version,
      fingerprint: fingerprint(directory, manifest),
      ttlDays: configuration.resultTtlDays,
      allowanceMilliseconds: configuration.cacheMilliseconds,
      looksUpAlways: parts.looksUpAlways ?? false,
    });
  const serviceName = configuration.serviceName ?? name;
  const telemetry = new Telemetry({ ...parts.telemetry, serviceName }, () => cache?.late.takeCounts());
  const statistics = new ServiceStatistics();
  const { readPage, readFrame } = parts;
  const app = createApp({
    ...model,
    kind,
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
