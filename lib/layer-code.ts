import { spawnSync } from 'node:child_process';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Architecture } from '../layers/places.ts';
import { programFile, projectDirectory } from '../project/places.ts';
import { ConfigurationError } from './configuration/configuration-error.ts';

/** The layer with the native libraries, built when the app is synthesised. */
export function runtimeLayerCode(architecture: Architecture): Code {
  return builtLayer(projectDirectory, ['runtime', architecture]);
}

/** The layer with the models of a task's folder, built when the app is synthesised. */
export function modelsLayerCode(directory: string): Code {
  return builtLayer(directory, ['models', directory]);
}

/**
 * Built in a process of its own, as constructs cannot wait, and only for the stacks that a command asks for.
 *
 * @param source a folder; with the parameters it tells one layer from another
 */
function builtLayer(source: string, parameters: readonly string[]): Code {
  return Code.fromAsset(source, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // The CDK asks for an image, and starts it only where the process below does not do the work.
      image: DockerImage.fromRegistry('none'),
      command: [...parameters],
      local: {
        tryBundle: (directory) => {
          build([...parameters, directory]);
          return true;
        },
      },
    },
  });
}

/** @throws ConfigurationError with what the program says when it fails */
function build(parameters: readonly string[]): void {
  const { status, signal, stderr, error } = spawnSync(
    process.execPath,
    [programFile('layers/build-one'), ...parameters],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  if (error) throw error;
  if (status !== 0)
    throw new ConfigurationError(stderr.trim() || `Building a layer ended with ${status ?? signal}.`);
}
