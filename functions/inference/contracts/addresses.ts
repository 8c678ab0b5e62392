/**
 * Which addresses belong to which task of a service, for whatever stands before the functions: the local gateway, API
 * Gateway. A path ends in `/{proxy+}` where anything may follow. No dependencies, so that everybody can read it.
 */

export interface Address {
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

const get = (path: string): Address => ({ method: 'GET', path });
const post = (path: string): Address => ({ method: 'POST', path });

/** Every route of a task is also found below this path, whatever other tasks the service has. */
export function taskPath(task: string): string {
  return `/tasks/${task}`;
}

/** Where the competition's questions go. */
export const INFERENCE_PATH = '/inference';

/** Where TorchServe and Multi Model Server take questions. */
export const PREDICTIONS_ROOT = '/predictions';

/** Where they take a question to a task. */
export function predictionsPath(task: string): string {
  return `${PREDICTIONS_ROOT}/${task}`;
}

/** Statistics of the protocol without the name of a model. */
export const STATISTICS_PATH = '/v2/models/stats';

/** What the Open Inference Protocol calls a model. */
export function modelPath(task: string): string {
  return `/v2/models/${task}`;
}

/** What every task has, whatever its contracts. */
const COMMON = [
  get('/'),
  post('/explain'),
  get('/labels'),
  get('/healthz'),
  get('/openapi.json'),
  get('/docs'),
];

/** Addresses of each contract that name no task, and those that do. */
const CONTRACTS: Readonly<Record<string, { plain: Address[]; own(task: string): Address[] }>> = {
  'esun-2021': { plain: [post(INFERENCE_PATH)], own: () => [] },
  'esun-2022': { plain: [post(INFERENCE_PATH)], own: () => [] },
  'openai-embeddings': { plain: [post('/v1/embeddings'), get('/v1/models')], own: () => [] },
  predictions: { plain: [get('/ping')], own: (task) => [post(predictionsPath(task))] },
  'open-inference': {
    plain: [
      get('/v2'),
      get('/v2/health/live'),
      get('/v2/health/ready'),
      post('/v2/repository/index'),
      get(STATISTICS_PATH),
    ],
    own: (task) => [
      get(modelPath(task)),
      get(`${modelPath(task)}/{proxy+}`),
      post(`${modelPath(task)}/{proxy+}`),
    ],
  },
};

/** Addresses that name no task: the first task of a service that has one answers it. */
export function plainAddresses(contracts: readonly string[]): Address[] {
  return [...COMMON, ...contracts.flatMap((contract) => CONTRACTS[contract]?.plain ?? [])];
}

/** Addresses that name the task. */
export function ownAddresses(task: string, contracts: readonly string[]): Address[] {
  const below = taskPath(task);
  return [
    get(below),
    get(`${below}/{proxy+}`),
    post(`${below}/{proxy+}`),
    ...contracts.flatMap((contract) => CONTRACTS[contract]?.own(task) ?? []),
  ];
}
