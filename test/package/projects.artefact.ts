/** The package in typical projects, installed by npm. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_NAME } from '../../project/command-line.ts';
import { projectDirectory } from '../../project/paths.ts';
import { TINY_ENSEMBLE } from '../functions/support/tiny.ts';
import { newFolder } from '../support/new-folder.ts';
import { npm, packRepository, readJson, runNode, runProgram, succeed } from './consumer-app.ts';

const { archive, unpacked } = await packRepository();
const { peerDependencies } = readJson(join(unpacked, 'package.json'));

/** Creates a project's folder with a model and these files. */
function newProject(files: Readonly<Record<string, string>> = {}): string {
  const project = join(newFolder(), 'shop');
  cpSync(TINY_ENSEMBLE, join(project, 'colours'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
  return project;
}

function install(project: string, ...packages: readonly string[]): Promise<unknown> {
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  return npm('install', '--prefix', project, ...options, archive, ...packages);
}

// The tests run concurrently, because npm waits for the disk and compilers have one thread.
it.concurrent('A project that `cdk init` makes, with the newest CDK, passes its own test in Jest, its compiler and its synthesis', async () => {
  const cdk = join(projectDirectory, 'node_modules/aws-cdk/bin/cdk');
  const project = join(newFolder(), 'shop');
  mkdirSync(project);
  const init = ['init', 'app', '--language', 'typescript', '--generate-only', '--no-notices'];
  await succeed(project, cdk, ...init);
  cpSync(TINY_ENSEMBLE, join(project, 'colours'), { recursive: true });
  writeFileSync(
    join(project, 'lib/shop-stack.ts'),
    `import * as cdk from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { EnsembleEndpoint, Model } from '${PACKAGE_NAME}';

export class ShopStack extends cdk.Stack {
  constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);
    new EnsembleEndpoint(this, 'Colours', { model: Model.fromDirectory('./colours') });
  }
}
`,
  );
  writeFileSync(
    join(project, 'test/shop.test.ts'),
    `import * as cdk from 'aws-cdk-lib/core';
import { Template } from 'aws-cdk-lib/assertions';
import { ShopStack } from '../lib/shop-stack';

test('There is a function', () => {
  const stack = new ShopStack(new cdk.App(), 'Shop');
  Template.fromStack(stack).resourceCountIs('AWS::Lambda::Function', 1);
});
`,
  );
  await install(project);

  await succeed(project, 'node_modules/jest/bin/jest.js');
  await succeed(project, cdk, 'synth', '--quiet', '--no-notices');
  const { Resources } = readJson(join(project, 'cdk.out/ShopStack.template.json'));
  expect(JSON.stringify(Resources)).toContain('AWS::Lambda::Function');
});

const APP = `import { App, Stack } from 'aws-cdk-lib';
import { EnsembleEndpoint, type EnsembleEndpointProps, InstanceCapacity, Model } from '${PACKAGE_NAME}';
import { ServiceMonitoring } from '${PACKAGE_NAME}/monitoring';

const stack = new Stack(new App(), 'Shop');
const capacity = new InstanceCapacity(stack, 'Instances');
const props: EnsembleEndpointProps = { model: Model.fromDirectory('./colours'), managedInstances: { capacity } };
console.log(new EnsembleEndpoint(stack, 'Colours', props).alias.functionArn, ServiceMonitoring.name);
`;

const PROGRAM = `const { App, Stack } = require('aws-cdk-lib');
const { HttpApi } = require('aws-cdk-lib/aws-apigatewayv2');
const authorizers = require('aws-cdk-lib/aws-apigatewayv2-authorizers');
const { Function } = require('aws-cdk-lib/aws-lambda');
const { EnsembleEndpoint, HttpEndpoint, Model } = require('${PACKAGE_NAME}');
const { ServiceMonitoring } = require('${PACKAGE_NAME}/monitoring');

const app = new App();
const stack = new Stack(app, 'Shop');
const endpoint = new EnsembleEndpoint(stack, 'Colours', { model: Model.fromDirectory('./colours') });
new ServiceMonitoring(stack, 'Monitoring', { endpoints: [endpoint] });
const decider = Function.fromFunctionName(stack, 'Decider', 'decider');
const defaults = [
  new authorizers.HttpIamAuthorizer(),
  new authorizers.HttpJwtAuthorizer('Tokens', 'https://tokens.example.com', { jwtAudience: ['shop'] }),
  new authorizers.HttpLambdaAuthorizer('Decider', decider),
];
defaults.forEach((defaultAuthorizer, index) => {
  const api = new HttpApi(stack, 'Api' + index, { defaultAuthorizer });
  new HttpEndpoint(stack, 'Http' + index, { api }).join(Model.fromDirectory('./colours').manifest, decider);
});
import('${PACKAGE_NAME}').then((imported) => {
  const { Resources } = app.synth().getStackByName('Shop').template;
  const types = Object.values(Resources).map(({ Type }) => Type);
  const own = Object.entries(Resources).filter(([id, { Type }]) => /^Api/.test(id) && Type === 'AWS::ApiGatewayV2::Route');
  console.log(...new Set(own.map(([, { Properties }]) => Properties.AuthorizationType)));
  console.log(types.filter((type) => type === 'AWS::Lambda::Function').length, imported.EnsembleEndpoint === EnsembleEndpoint);
});
`;

/** Nodes that npm installs: the oldest minor version that our constructs accept, Lambda's previous Node, this process's Node. */
const NODES = ['20.12.2', '22.12.0', process.versions.node];
const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

describe.concurrent('A CommonJS project with the oldest CDK and constructs that the package accepts', () => {
  const project = newProject({
    'package.json': JSON.stringify({ name: 'shop', version: '1.0.0', private: true }),
    'app.js': PROGRAM,
    'app.ts': APP,
  });
  const oldest = ['aws-cdk-lib', 'constructs', 'cdk-monitoring-constructs'].map(
    (name) => `${name}@${peerDependencies[name].slice(1)}`,
  );
  const nodes = NODES.map((version) => `node-${version}@npm:${nodePackage}@${version}`);
  const installed = install(project, ...oldest, ...nodes, 'typescript@5.9.3', '@types/node@24');

  it.each(NODES)(
    'synthesises on Node %s, and what it requires and imports is the same class',
    async (version) => {
      await installed;
      const program = process.platform === 'win32' ? 'node.exe' : 'node';
      const node = join(project, 'node_modules', `node-${version}`, 'bin', program);
      expect(await runProgram(node, project, '--version')).toMatchObject({ output: `v${version}\n` });

      const { code, output } = await runProgram(node, project, 'app.js');

      expect(code, output).toBe(0);
      expect(output).toMatch(/^1 true$/m);
      // These are the types of the default authorizers of the APIs that `app.js` creates.
      expect(output).toMatch(/^AWS_IAM JWT CUSTOM$/m);
    },
  );

  it.each([
    ['commonjs', 'node10'],
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
    ['preserve', 'bundler'],
  ])('has typings for module %s with the resolution %s', async (module, moduleResolution) => {
    await installed;
    const modules = ['--module', module, '--moduleResolution', moduleResolution];
    const options = ['--target', 'es2022', '--strict', '--noEmit', '--pretty', 'false'];
    const compiler = 'node_modules/typescript/bin/tsc';
    const { output } = await runNode(project, compiler, 'app.ts', ...modules, ...options);

    // Only our lines count, because the dependencies of the oldest CDK are incompatible with each other.
    expect(output.split('\n').filter((line) => /^(app|node_modules\/@subsecond-ml)/.test(line))).toEqual([]);
  });
});
