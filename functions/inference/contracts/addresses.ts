/** Paths of contracts. No dependencies, so that everybody can read them. */

/** The path ends in `/{proxy+}` where anything may follow. */
export interface Address {
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

export const get = (path: string): Address => ({ method: 'GET', path });
export const post = (path: string): Address => ({ method: 'POST', path });

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
