import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Code, Architecture as LambdaArchitecture } from 'aws-cdk-lib/aws-lambda';
import { readManifestSync } from '../functions/inference/members/manifest.ts';
import {
  type Architecture,
  functionDirectory,
  modelsLayerDirectory,
  repositoryRoot,
  runtimeLayerDirectory,
} from '../layers/places.ts';
import { ConfigurationError } from './configuration/configuration-error.ts';
import type { TaskManifest } from './task-manifest.ts';

/** What a deployment uploads. */
export interface DeploymentArtefacts {
  readonly code: Code;
  readonly runtimeLayer: Code;
  /** Of each task. */
  readonly modelsLayer: (task: string) => Code;
}

/** CDK's object for an instruction set. */
export function lambdaArchitecture(architecture: Architecture): LambdaArchitecture {
  return architecture === 'arm64' ? LambdaArchitecture.ARM_64 : LambdaArchitecture.X86_64;
}

/** What `npm run build` has left. @throws ConfigurationError that names the command when there is nothing */
export function locateCode(): Code {
  return Code.fromAsset(built(functionDirectory, 'index.mjs', 'npm run build'));
}

/** The native libraries. @throws ConfigurationError that names the command when they have not been built */
export function locateRuntime(lambdaArchitecture: LambdaArchitecture): Code {
  const architecture = lambdaArchitecture === LambdaArchitecture.ARM_64 ? 'arm64' : 'x86_64';
  const command = `npm run layers -- --architecture ${architecture}`;
  return Code.fromAsset(built(runtimeLayerDirectory(architecture), 'nodejs', command));
}

/** The models of a task. @throws ConfigurationError that names the command when they have not been built */
export function locateModels(task: string): Code {
  return Code.fromAsset(builtModels(task));
}

/**
 * What the models that have been built say of their task.
 *
 * @throws ConfigurationError that names the command when they have not been built
 */
export function locateManifest(task: string): TaskManifest {
  return readManifestSync(join(builtModels(task), 'models', task));
}

function builtModels(task: string): string {
  return built(modelsLayerDirectory(task), `models/${task}`, `npm run layers -- ${task}`);
}

function built(directory: string, content: string, command: string): string {
  if (existsSync(join(directory, content))) return directory;
  throw new ConfigurationError(`There is no ${relative(repositoryRoot, directory)} yet: run ${command}`);
}
