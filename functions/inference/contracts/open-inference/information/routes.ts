/** The addresses that tell something, each with what the documentation says of it. */

import type { ServiceStatistics } from '../../../telemetry/statistics.ts';
import { modelPath, STATISTICS_PATH } from '../../addresses.ts';
import type { InformationRoute, ModelInfo } from '../../contract.ts';
import { json } from '../../http.ts';
import { modelConfiguration, modelMetadata, modelReady } from './model.ts';
import { repositoryIndex, serverLive, serverMetadata, serverReady } from './server.ts';
import { modelStatistics } from './statistics.ts';

/** An address and what it gives. */
interface Information {
  readonly method: InformationRoute['method'];
  readonly path: string;
  /** Its name in the OpenAPI description. */
  readonly operationId: string;
  readonly summary: string;
  /** Name of the reply's schema, without the part that all names of this contract begin with. */
  readonly schema: string;
  content(statistics: ServiceStatistics): unknown;
}

/** The paths of a model: of its only version by default, and by name. */
export function modelPaths({ name, version }: Pick<ModelInfo, 'name' | 'version'>): string[] {
  return [modelPath(name), `${modelPath(name)}/versions/${version}`];
}

export function information(model: ModelInfo): Information[] {
  return [
    get('/v2', 'server', 'Name, version and extensions of the service', 'Server', serverMetadata),
    get('/v2/health/live', 'serverLive', 'Whether the service takes requests', 'Live', serverLive),
    get('/v2/health/ready', 'serverReady', 'Ready when every model is', 'Ready', serverReady),
    {
      ...get('/v2/repository/index', 'repositoryIndex', 'Every model of the service', 'Index', () =>
        repositoryIndex(model),
      ),
      method: 'POST',
    },
    ...modelPaths(model).flatMap((path, index) =>
      modelInformation(model, path, index === 0 ? '' : 'Version'),
    ),
    // Behind those of the model: one that is called "stats" keeps its address.
    get(
      STATISTICS_PATH,
      'statistics',
      'Counts and times of a model whose name the request leaves out: the first one of the service',
      'Statistics',
      (statistics) => modelStatistics(model, statistics),
    ),
  ];
}

/** @param suffix what tells the operations of a version from those of the model */
function modelInformation(model: ModelInfo, path: string, suffix: string): Information[] {
  return [
    get(path, `model${suffix}`, 'Inputs and outputs of the model', 'Model', () => modelMetadata(model)),
    get(`${path}/ready`, `modelReady${suffix}`, 'Ready when every member is', 'ModelReady', () =>
      modelReady(model),
    ),
    get(
      `${path}/config`,
      `modelConfiguration${suffix}`,
      'Configuration, in the words of Triton',
      'Configuration',
      () => modelConfiguration(model),
    ),
    get(
      `${path}/stats`,
      `modelStatistics${suffix}`,
      'Counts and times of the execution environment that responds',
      'Statistics',
      (statistics) => modelStatistics(model, statistics),
    ),
  ];
}

export function informationRoutes(model: ModelInfo): InformationRoute[] {
  return information(model).map(({ method, path, content }) => ({
    method,
    path,
    tellsReadiness: path.endsWith('/ready'),
    respond: (_event, statistics) => json(200, content(statistics)),
  }));
}

function get(
  path: string,
  operationId: string,
  summary: string,
  schema: string,
  content: Information['content'],
): Information {
  return { method: 'GET', path, operationId, summary, schema, content };
}
