import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { vi } from 'vitest';
import { resolveConfiguration } from '../../lib/configuration/resolve-configuration.ts';
import type { DeploymentArtefacts } from '../../lib/deployment-artefacts.ts';
import { addDeployment } from '../../lib/subsecond-app.ts';
import type { SubsecondStack } from '../../lib/subsecond-stack.ts';
import { newFolder } from '../layers/scratch.ts';

// The first synthesis of a process loads most of the CDK: seconds, and many on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** The context of cdk.json: feature flags, CloudFormation's own validation among them. */
const context: Record<string, unknown> = JSON.parse(
  readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'),
).context;

/** The same without validation, for tests that only look at what comes out. */
const { '@aws-cdk/core:validateAgainstDefaultRules': _, ...unvalidated } = context;

/** A stack for tests that look at one construct. */
export function createTestStack(): Stack {
  return new Stack(new App({ context: unvalidated }), 'Test');
}

/** Small folders in the place of the built ones: what they hold is other tests' business. */
export function createTestArtefacts(): DeploymentArtefacts {
  return {
    code: folderWith('index.mjs'),
    runtimeLayer: folderWith('nodejs'),
    modelsLayer: folderWith('models'),
  };
}

function folderWith(name: string): Code {
  const directory = join(newFolder(), name);
  mkdirSync(directory);
  writeFileSync(join(directory, name), name);
  return Code.fromAsset(directory);
}

/** The deployment of a stage in an app as `cdk synth` would start it, not yet synthesised. */
export function addTestDeployment(
  stage: string,
  overrides: Record<string, string> = {},
  flags = context,
): { app: App; stack: SubsecondStack } {
  const app = new App({ context: flags, outdir: newFolder() });
  return { app, stack: addDeployment(app, resolveConfiguration(stage, overrides), createTestArtefacts()) };
}

/** The template of a stage. */
export function synthesise(stage: string, overrides: Record<string, string> = {}): Template {
  return Template.fromStack(addTestDeployment(stage, overrides, unvalidated).stack);
}
