import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleFunction } from '../../functions/bundle.ts';
import { buildModelsLayer } from '../../layers/models-layer.ts';
import type { Architecture } from '../../layers/places.ts';
import { buildRuntimeLayer } from '../../layers/runtime-layer.ts';
import { type Service, startService } from '../../local/service.ts';
import { projectDirectory } from '../../project/places.ts';
import { fetchArmNode, installRuntimeClient } from './cached-tools.ts';
import { asked } from './samples.ts';
import { buildSandbox, type SandboxContent, systemFor } from './sandbox.ts';
import { newFolder } from './scratch.ts';

/** Builds bundle and layers as a deployment does, into folders of their own. */
async function buildArtefacts(
  architecture: Architecture,
  taskDirectory: string,
): Promise<Pick<SandboxContent, 'taskRoot' | 'layers' | 'task'>> {
  const directory = newFolder();
  const { directory: taskRoot } = await bundleFunction(join(directory, 'function'));
  const runtime = await buildRuntimeLayer(architecture, join(directory, 'runtime'));
  const models = await buildModelsLayer(taskDirectory, join(directory, 'models'));
  return { taskRoot, layers: [runtime, models.directory], task: models.task };
}

/** The artefacts as Lambda lays them out, under AWS's runtime interface client: the command that runs them. */
export async function layOutForLambda(taskDirectory: string = asked.directory): Promise<string[]> {
  const content = {
    node: process.execPath,
    ...systemFor('x86_64'),
    runtime: await installRuntimeClient(),
    ...(await buildArtefacts('x86_64', taskDirectory)),
  };
  return buildSandbox(content, ['/var/runtime/node_modules/aws-lambda-ric/index.mjs', 'index.handler']);
}

/** Evaluates a JavaScript expression where the function runs, and returns what it gives. */
export async function evaluateInSandbox(expression: string): Promise<string> {
  const content = {
    node: process.execPath,
    ...systemFor('x86_64'),
    runtime: newFolder(),
    taskRoot: newFolder(),
    layers: [],
  };
  const [program = '', ...parameters] = buildSandbox(content, ['-p', expression]);
  return execFileSync(program, parameters, { encoding: 'utf8' }).trim();
}

/**
 * The same for arm64, emulated. AWS's client would have to be compiled for that processor first, so the
 * project's own runtime client takes its place: what is tried here are the native libraries.
 */
export async function layOutForArm(): Promise<string[]> {
  const runtime = newFolder();
  await build({
    entryPoints: [join(projectDirectory, 'local/environments/runtime/runtime-client.ts')],
    outfile: join(runtime, 'client.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
  });
  const content = {
    node: await fetchArmNode(),
    ...systemFor('arm64'),
    runtime,
    ...(await buildArtefacts('arm64', asked.directory)),
  };
  // The emulator sometimes loses a thread: V8 gets none beside its own.
  return buildSandbox(content, ['--single-threaded', '/var/runtime/client.mjs']);
}

/** One warm execution environment of a command, behind a gateway of its own; nothing is remembered. */
export async function startSandboxed(command: readonly string[]): Promise<Service> {
  const dataDirectory = newFolder();
  try {
    return await startService({
      tasks: [asked.directory],
      port: 0,
      provisioned: 1,
      maxConcurrency: 1,
      cache: false,
      runtime: command,
      functionDirectory: '/',
      dataDirectory,
      // Whether it is fast enough is the bench's question, on a machine that does nothing else.
      environment: { BUDGET_MILLISECONDS: '20000' },
    });
  } catch (cause) {
    throw new Error(readFileSync(join(dataDirectory, 'function.log'), 'utf8'), { cause });
  }
}

/** The most memory that a service's first environment has held, in megabytes. */
export function peakMemory(service: Service): number {
  const status = readFileSync(`/proc/${service.environments()[0]?.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
