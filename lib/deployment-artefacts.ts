import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Code, Architecture as LambdaArchitecture } from 'aws-cdk-lib/aws-lambda';
import {
  type Architecture,
  functionDirectory,
  modelsLayerDirectory,
  repositoryRoot,
  runtimeLayerDirectory,
} from '../layers/places.ts';
import { ConfigurationError } from './configuration/configuration-error.ts';
import type { EnsembleEndpointProps } from './ensemble-endpoint-props.ts';

/** What a deployment uploads. */
export type DeploymentArtefacts = Required<
  Pick<EnsembleEndpointProps, 'code' | 'runtimeLayer' | 'modelsLayer'>
>;

/** CDK's object for an instruction set. */
export function lambdaArchitecture(architecture: Architecture): LambdaArchitecture {
  return architecture === 'arm64' ? LambdaArchitecture.ARM_64 : LambdaArchitecture.X86_64;
}

/**
 * The artefacts of an endpoint: those given and, for the others, what `npm run build` and `npm run layers` have
 * left in dist/.
 *
 * @throws ConfigurationError that names the command to run when something has not been built
 */
export function locateArtefacts(
  { code, runtimeLayer, modelsLayer, model }: EnsembleEndpointProps,
  lambdaArchitecture: LambdaArchitecture,
): DeploymentArtefacts {
  const architecture: Architecture = lambdaArchitecture === LambdaArchitecture.ARM_64 ? 'arm64' : 'x86_64';
  const layersCommand = `npm run layers -- --architecture ${architecture} --task ${model}`;
  return {
    code: code ?? built(functionDirectory, 'index.mjs', 'npm run build'),
    runtimeLayer: runtimeLayer ?? built(runtimeLayerDirectory(architecture), 'nodejs', layersCommand),
    modelsLayer: modelsLayer ?? built(modelsLayerDirectory(model), `models/${model}`, layersCommand),
  };
}

function built(directory: string, content: string, command: string): Code {
  if (existsSync(join(directory, content))) return Code.fromAsset(directory);
  throw new ConfigurationError(`There is no ${relative(repositoryRoot, directory)} yet: run ${command}`);
}
