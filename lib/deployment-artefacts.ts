import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Code, Architecture as LambdaArchitecture } from 'aws-cdk-lib/aws-lambda';
import { type Architecture, functionDirectories, workDirectory } from '../project/paths.ts';
import { requireThat } from './configuration/configuration-error.ts';

/** Code that a deployment uploads. By default, the functions' code comes from `npm run build`, or from the installed package. */
export interface DeploymentArtefacts {
  readonly code?: Code;
  readonly runtimeLayer: Code;
  /** Returns the layer of a model. */
  readonly modelsLayer: (model: string) => Code;
  /** Code of the authorizer, which runs if callers have keys, or must come from known addresses or through CloudFront. */
  readonly authorizer?: Code;
  readonly releaseCheck?: Code;
}

export function lambdaArchitecture(architecture: Architecture): LambdaArchitecture {
  return architecture === 'arm64' ? LambdaArchitecture.ARM_64 : LambdaArchitecture.X86_64;
}

/** Files whose existence shows that `npm run build` has made the code. */
const BUILT = { function: 'index.mjs', authorizer: 'index.mjs', releaseCheck: 'release-check.mjs' };

/**
 * The code of a function from `npm run build`, or from the installed package.
 * @throws ConfigurationError that names `npm run build` if the code is missing
 */
export function locateCode(name: keyof typeof BUILT, directory = functionDirectories[name]): Code {
  requireThat(
    existsSync(join(directory, BUILT[name])),
    `There is no ${relative(workDirectory, directory)} yet: run npm run build`,
  );
  return Code.fromAsset(directory);
}
