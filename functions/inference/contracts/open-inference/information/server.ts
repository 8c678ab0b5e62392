/** What the service says of itself. */
import type { ModelInfo } from '../../contract.ts';

/** Version of the package; a test keeps it the one in `package.json`, which is not bundled. */
export const SERVER_VERSION = '0.1.0';

/** Extensions by Triton's names. Of its model repository there is the index: models are not loaded by request. */
export const EXTENSIONS = [
  'binary_tensor_data',
  'classification',
  'statistics',
  'model_configuration',
  'model_repository',
];

export const serverMetadata = () => ({ name: 'subsecond', version: SERVER_VERSION, extensions: EXTENSIONS });

export const serverLive = () => ({ live: true });

/** The protocol's text names the field `live`, most servers `ready`. No route responds before every member is ready. */
export const serverReady = () => ({ live: true, ready: true });

/** Triton's `$repository_index_response`. Every model there is, is ready, so the request's `ready` changes nothing. */
export const repositoryIndex = ({ models }: Pick<ModelInfo, 'models'>) =>
  models.map(({ name, version }) => ({
    name,
    ...(version !== undefined && { version }),
    state: 'READY',
    reason: '',
  }));
