import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Code, Architecture as LambdaArchitecture } from 'aws-cdk-lib/aws-lambda';
import {
  type Architecture,
  functionDirectories,
  modelsLayerDirectory,
  runtimeLayerDirectory,
  workDirectory,
} from '../project/paths.ts';
import { ConfigurationError } from './configuration/configuration-error.ts';

/** What a deployment uploads. */
export interface DeploymentArtefacts {
  readonly code: Code;
  readonly runtimeLayer: Code;
  /** Of each model. */
  readonly modelsLayer: (model: string) => Code;
  /** Where callers bring keys, or come from known addresses; undefined: what `npm run build` has left. */
  readonly authorizer?: Code;
  /** Of the functions that send samples; undefined: what `npm run build` has left. */
  readonly sampleRequests?: Code;
}

/** CDK's object for an instruction set. */
export function lambdaArchitecture(architecture: Architecture): LambdaArchitecture {
  return architecture === 'arm64' ? LambdaArchitecture.ARM_64 : LambdaArchitecture.X86_64;
}

/** The file by which one sees that `npm run build` has made the code of a function. */
const BUILT = { function: 'index.mjs', authorizer: 'index.mjs', sampleRequests: 'release-check.mjs' };

/**
 * The code of our functions, as `npm run build` has left it, or as the installed package brings it.
 *
 * @throws ConfigurationError that names the command when there is nothing
 */
export function locateCode(name: keyof typeof BUILT): Code {
  return Code.fromAsset(built(functionDirectories[name], BUILT[name], 'npm run build'));
}

/**
 * What `npm run build` and `npm run layers` have left in dist/.
 *
 * @throws ConfigurationError that names the command when something has not been built
 */
export function locateArtefacts(architecture: Architecture): DeploymentArtefacts {
  const runtime = `npm run layers -- --architecture ${architecture}`;
  return {
    code: locateCode('function'),
    runtimeLayer: Code.fromAsset(built(runtimeLayerDirectory(architecture), 'nodejs', runtime)),
    modelsLayer: (model) =>
      Code.fromAsset(built(modelsLayerDirectory(model), `models/${model}`, `npm run layers -- ${model}`)),
  };
}

function built(directory: string, content: string, command: string): string {
  if (existsSync(join(directory, content))) return directory;
  throw new ConfigurationError(`There is no ${relative(workDirectory, directory)} yet: run ${command}`);
}
