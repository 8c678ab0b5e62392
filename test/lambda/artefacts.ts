import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFunction } from '../../functions/bundle.ts';
import { buildModelsLayer, buildRuntimeLayer } from '../../layers/layers.ts';
import type { Architecture } from '../../project/paths.ts';
import { newFolder } from '../support/new-folder.ts';
import { oncePerRun } from '../support/once-per-run.ts';
import { fetchArmNode, installRuntimeClient } from './cached-tools.ts';
import { source } from './samples.ts';
import { buildSandbox } from './sandbox.ts';

/** Builds bundle and layers as a deployment does. */
async function buildArtefacts(architecture: Architecture, modelDirectory: string) {
  const { taskRoot, runtime } = await oncePerRun(architecture, async (folder) => {
    const { directory: taskRoot } = await bundleFunction(join(folder, 'function'));
    return { taskRoot, runtime: buildRuntimeLayer(architecture, join(folder, 'runtime')) };
  });
  const models = buildModelsLayer(modelDirectory, join(newFolder(), 'models'));
  return { architecture, taskRoot, layers: [runtime, models.directory], model: models.model };
}

/** Lays out the artefacts as Lambda does, with AWS's runtime interface client. @returns the command that runs them */
export async function layOutForLambda(modelDirectory: string = source.directory): Promise<string[]> {
  const client = { node: process.execPath, runtime: installRuntimeClient() };
  const content = { ...client, ...(await buildArtefacts('x86_64', modelDirectory)) };
  return buildSandbox(content, ['/var/runtime/node_modules/aws-lambda-ric/index.mjs', 'index.handler']);
}

/**
 * The artefacts for arm64, which run in an emulator. A runtime client of our own replaces AWS's, which would have to be
 * compiled for that processor. This is enough because only the native libraries are tested.
 */
export async function layOutForArm(): Promise<string[]> {
  const runtime = newFolder();
  copyFileSync(join(import.meta.dirname, 'runtime-client.ts'), join(runtime, 'client.mts'));
  const client = { node: fetchArmNode(), runtime };
  const content = { ...client, ...(await buildArtefacts('arm64', source.directory)) };
  // The emulator sometimes loses a thread, so V8 runs without additional threads.
  return buildSandbox(content, ['--single-threaded', '/var/runtime/client.mts']);
}
