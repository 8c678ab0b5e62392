/** Paths of contracts. The file has no dependencies, so that every folder can import it. */

/** The path ends in `/{proxy+}` if any path may follow. */
export interface Address {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
}

export const get = (path: string): Address => ({ method: 'GET', path });
export const post = (path: string): Address => ({ method: 'POST', path });
export const put = (path: string): Address => ({ method: 'PUT', path });

/** Every route of a model also exists below this path. */
export function modelBasePath(model: string): string {
  return `/models/${model}`;
}

export const INFERENCE_PATH = '/inference';

/** Path below which TorchServe and Multi Model Server take requests. */
export const PREDICTIONS_ROOT = '/predictions';

export function predictionsPath(model: string): string {
  return `${PREDICTIONS_ROOT}/${model}`;
}

export function modelPath(model: string): string {
  return `/v2/models/${model}`;
}
