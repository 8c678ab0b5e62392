import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Architecture, Code, type ILayerVersion, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { expect, it, vi } from 'vitest';
import { resolveConfiguration } from '../../lib/configuration/resolve-configuration.ts';
import type { DeploymentArtefacts } from '../../lib/deployment-artefacts.ts';
import { HttpEndpoint } from '../../lib/endpoint/address/http-endpoint.ts';
import type { HttpEndpointProps } from '../../lib/endpoint/address/http-endpoint-props.ts';
import { EnsembleEndpoint } from '../../lib/endpoint/ensemble-endpoint.ts';
import type { EnsembleEndpointProps } from '../../lib/endpoint/ensemble-endpoint-props.ts';
import { RuntimeLayer } from '../../lib/endpoint/runtime-layer.ts';
import { Model } from '../../lib/model.ts';
import type { ModelManifest } from '../../lib/model-manifest.ts';
import { addNag } from '../../lib/stack/nag.ts';
import type { SubsecondStack } from '../../lib/stack/subsecond-stack.ts';
import { addDeployment } from '../../lib/stack/subsecond-stack.ts';
import { newFolder } from '../support/new-folder.ts';

// The first synthesis of a process loads most of the CDK, which takes seconds, or longer on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** The context of cdk.json, with feature flags and CloudFormation's own validation. */
const { context } = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'));

/** Models with various contracts and deadlines; `handwriting` and `letters` sign their responses. */
export const manifests = {
  handwriting: manifest('handwriting', ['esun-2021', 'predictions']),
  digits: { ...manifest('digits', ['predictions']), version: '2026-11', title: 'Digits' },
  letters: { ...manifest('letters', ['predictions', 'esun-2021']), deadlineMilliseconds: 2000 },
  weather: { ...manifest('weather', []), deadlineMilliseconds: 300 },
};

function manifest(model: string, contracts: string[]): ModelManifest {
  return { model, contracts, version: '1', title: undefined, deadlineMilliseconds: 1000 };
}

/** A stack for tests that look at one construct. */
export function createTestStack(): Stack {
  return new Stack(new App({ context }), 'Test');
}

/** Small folders instead of the built ones, because other tests cover their content. */
export function createTestArtefacts(): DeploymentArtefacts {
  return {
    code: folderWith('index.mjs'),
    runtimeLayer: folderWith('nodejs'),
    modelsLayer: () => folderWith('models'),
    releaseCheck: folderWith('release-check.mjs'),
    authorizer: folderWith('index.mjs'),
  };
}

function folderWith(name: string): Code {
  const directory = join(newFolder(), name);
  mkdirSync(directory);
  writeFileSync(join(directory, name), name);
  return Code.fromAsset(directory);
}

/** A model whose files are not used. */
export function createTestModel(manifest: ModelManifest = manifests.digits): Model {
  return Model.fromLayer(manifest, folderWith('models'));
}

/** An endpoint in a third party's app, by default of the model `digits`. */
export function addEndpoint(stack: Stack, props: Partial<EnsembleEndpointProps> = {}, id = 'Digits') {
  const { architecture = Architecture.X86_64 } = props;
  const layer = stack.node.tryFindChild('Runtime') as ILayerVersion | undefined;
  const runtimeLayer =
    layer ?? new RuntimeLayer(stack, 'Runtime', { architecture, code: folderWith('nodejs') });
  const own = { model: createTestModel(), code: folderWith('index.mjs'), runtimeLayer };
  return new EnsembleEndpoint(stack, id, { ...own, ...props });
}

/** The template of an address that the model `digits` has joined, with a stub for the model's function. */
export function addressWith(props: HttpEndpointProps | ((stack: Stack) => HttpEndpointProps)) {
  const stack = createTestStack();
  const httpEndpoint = new HttpEndpoint(stack, 'Http', typeof props === 'function' ? props(stack) : props);
  httpEndpoint.join(manifests.digits, LambdaFunction.fromFunctionName(stack, 'Digits', 'digits'));
  return Object.assign(templateOf(stack), { httpEndpoint });
}

/** Parses a stage and its settings as typed by a user: `prod access=iam canary=false`. */
export function readTyped(typed: string): { stage: string; overrides: Record<string, string> } {
  const [stage = '', ...settings] = typed.split(/\s+/);
  return { stage, overrides: Object.fromEntries(settings.map((one) => one.split(/=(.*)/, 2))) };
}

export interface TestDeployment {
  readonly overrides?: Record<string, string>;
  /** @default only handwriting */
  readonly models?: readonly ModelManifest[];
}

/**
 * Creates the deployment of a stage in an app as `cdk synth` does, without synthesising it.
 *
 * @param typed the stage, followed by settings
 */
export function addTestDeployment(
  typed: string,
  { overrides = {}, models = [manifests.handwriting] }: TestDeployment = {},
): { app: App; stack: SubsecondStack } {
  const app = new App({ context, outdir: newFolder() });
  const { stage, overrides: settings } = readTyped(typed);
  const configuration = resolveConfiguration(stage, models, { ...settings, ...overrides });
  const stack = addDeployment(app, configuration, createTestArtefacts());
  addNag(app);
  return { app, stack };
}

export function synthesise(typed: string, deployment?: TestDeployment): TestTemplate {
  return templateOf(addTestDeployment(typed, deployment).stack);
}

/** Expected values of a resource's properties by path, such as `Replicas.0.Tags`; undefined if the property must be absent. */
type Expected = Readonly<Record<string, unknown>>;

// biome-ignore lint/suspicious/noExplicitAny: the properties of any type of resource.
export type Properties = any;

export type TestTemplate = ReturnType<typeof templateOf>;

/** A template with the queries that tests repeat. */
export function templateOf(stack: Stack) {
  const template = Template.fromStack(stack);
  const idsOf = (type: string) => Object.keys(template.findResources(type));
  const propertiesOf = (type: string): Properties[] =>
    Object.values(template.findResources(type)).map(({ Properties }) => Properties);
  const functionOf = (model: string): Properties =>
    propertiesOf('AWS::Lambda::Function').find(
      ({ Environment }) => Environment.Variables.MODEL_DIRECTORY === `/opt/models/${model}`,
    );
  return Object.assign(template, {
    idsOf,
    propertiesOf,
    functionOf,
    variablesOf: (model: string): Record<string, string> => functionOf(model).Environment.Variables,
    /** Statements of all policies. */
    statements: (): Properties[] =>
      propertiesOf('AWS::IAM::Policy').flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
    /** The keys of all routes, sorted. */
    routeKeys: (): string[] =>
      propertiesOf('AWS::ApiGatewayV2::Route')
        .map((route) => route.RouteKey)
        .sort(),
    /** Declares a test: the template has a resource of this type with these properties, or this number of resources. */
    fact(title: string, type: string, expected: Expected | number): void {
      it(title, () => {
        if (typeof expected === 'number') return template.resourceCountIs(type, expected);
        const found = propertiesOf(type).map((properties) =>
          Object.fromEntries(Object.keys(expected).map((path) => [path, at(properties, path)])),
        );
        expect(found).toContainEqual(expected);
      });
    },
  });
}

function at(properties: Properties, path: string): unknown {
  return path.split('.').reduce((value, name) => value?.[name], properties);
}
