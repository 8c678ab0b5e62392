/** The function around an ensemble that loads in a millisecond. */
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Handler, startHandler } from '../../../functions/inference/handler.ts';

export const TINY_ENSEMBLE = path.resolve(import.meta.dirname, '../../fixtures/tiny-ensemble');

/** Environment variables of a function that writes no log. */
export const QUIET = { MODEL_DIRECTORY: TINY_ENSEMBLE };

/** A started function; its log goes nowhere. */
export async function quietHandler(environment: NodeJS.ProcessEnv = {}): Promise<Handler> {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
  return startHandler({ ...QUIET, ...environment });
}

/** A copy of the tiny ensemble that a test may damage. */
export async function copyOfTinyEnsemble(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tiny-ensemble-'));
  await cp(TINY_ENSEMBLE, folder, { recursive: true });
  return folder;
}
