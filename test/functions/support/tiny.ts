/** The function around an ensemble that loads in a millisecond. */
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findKind } from '../../../functions/inference/kinds/kinds.ts';
import {
  type Ensemble,
  type EnsembleOptions,
  loadEnsemble,
} from '../../../functions/inference/members/ensemble.ts';
import { readManifest } from '../../../functions/inference/members/manifest.ts';
import { type Handler, startHandler } from '../../../functions/inference/service/handler.ts';

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

/** The ensemble of a task's folder, as start-up loads it. */
export async function ensembleIn(folder: string, options: Partial<EnsembleOptions> = {}): Promise<Ensemble> {
  const manifest = await readManifest(folder);
  return loadEnsemble(folder, manifest, findKind(manifest.kind)!, { threads: 1, ...options });
}

/** Changes the `ensemble.json` of a task's folder. */
export async function changeManifest(
  folder: string,
  change: (manifest: Record<string, object> & { members: object[] }) => void,
): Promise<void> {
  const file = path.join(folder, 'ensemble.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  change(manifest);
  await writeFile(file, JSON.stringify(manifest));
}
