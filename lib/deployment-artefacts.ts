import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Code, Architecture as LambdaArchitecture } from 'aws-cdk-lib/aws-lambda';
import { type Architecture, functionDirectories, workDirectory } from '../project/paths.ts';
import { requireThat } from './configuration/configuration-error.ts';

/** What a deployment uploads; code that is left out is what `npm run build` has left, or what the installed package brings. */
export interface DeploymentArtefacts {
  readonly code?: Code;
  readonly runtimeLayer: Code;
  /** Of each model. */
  readonly modelsLayer: (model: string) => Code;
  /** Where callers bring keys, or come from known addresses. */
  readonly authorizer?: Code;
  /** Of the functions that send samples. */
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
export function locateCode(name: keyof typeof BUILT, directory = functionDirectories[name]): Code {
  requireThat(
    existsSync(join(directory, BUILT[name])),
    `There is no ${relative(workDirectory, directory)} yet: run npm run build`,
  );
  return Code.fromAsset(directory);
}
