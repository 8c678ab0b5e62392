import { describe, expect, it } from 'vitest';
import { stackName } from '../../lib/configuration/aws-names.ts';
import { resolveConfiguration } from '../../lib/configuration/resolve-configuration.ts';
import type { ModelManifest } from '../../lib/model-manifest.ts';
import { manifests, synthesise } from './test-deployment.ts';

const { digits, handwriting, letters, weather } = manifests;
const four = [digits, handwriting, letters, weather];
const template = synthesise(
  `dev captainEmail=captain@example.com digits.memoryMegabytes=1024
   letters.provisionedConcurrency=4 letters.maximumProvisionedConcurrency=4`,
  { models: four },
);

function modelBehind(routeKey: string): string | undefined {
  const { Resources } = template.toJSON();
  const routes = template.propertiesOf('AWS::ApiGatewayV2::Route');
  const route = routes.find(({ RouteKey }) => RouteKey === routeKey);
  const alias = Resources[route?.Target['Fn::Join'][1][1].Ref]?.Properties.IntegrationUri.Ref;
  const fn = Resources[alias]?.Properties.FunctionName.Ref;
  return Resources[fn]?.Properties.Environment.Variables.MODEL_DIRECTORY.replace('/opt/models/', '');
}

describe('a service of several models', () => {
  template.fact('shares its address', 'AWS::ApiGatewayV2::Api', 1);
  template.fact('shares its table', 'AWS::DynamoDB::GlobalTable', 1);
  template.fact('shares the native libraries', 'AWS::Lambda::LayerVersion', 5);

  it('gives each model its settings', () => {
    const all = template.propertiesOf('AWS::Lambda::Function');
    const functions = all.filter(({ Handler }) => Handler === 'index.handler');
    const warm = template.propertiesOf('AWS::Lambda::Alias');

    expect(functions.map(({ MemorySize }) => MemorySize)).toEqual([1024, 1769, 1769, 1769]);
    for (const { model, deadlineMilliseconds } of four)
      expect(template.variablesOf(model).DEADLINE_MILLISECONDS).toBe(String(deadlineMilliseconds));
    const provisioned = warm.map(({ ProvisionedConcurrencyConfig }) => ProvisionedConcurrencyConfig);
    expect(provisioned.map((one) => one.ProvisionedConcurrentExecutions)).toEqual([1, 1, 4, 1]);
  });

  it('gives each model the list of all models, in their order', () => {
    const [first, ...others] = four.map(({ model }) => template.variablesOf(model).SERVICE_MODELS);

    expect(JSON.parse(first ?? '')).toEqual(four.map(({ model, title = model }) => ({ name: model, title })));
    expect(others).toEqual([first, first, first]);
  });

  it('changes no function’s variables if a model has a new version', () => {
    const variables = (version: string) => {
      const models = [{ ...digits, version }, weather];
      const changed = synthesise('prod service=all', { models });
      return models.map(({ model }) => JSON.stringify(changed.variablesOf(model)));
    };

    expect(variables('2026-12')).toEqual(variables('2026-11'));
  });

  it('passes the captain’s e-mail address only to models that sign', () => {
    const signing = four.filter(({ model }) => 'CAPTAIN_EMAIL' in template.variablesOf(model));

    expect(signing).toEqual([handwriting, letters]);
  });

  it.each([
    ['GET /', 'digits'],
    ['POST /explain', 'digits'],
    ['GET /ping', 'digits'],
    ['GET /v2', 'digits'],
    // `handwriting` is the first model whose contract has this path.
    ['POST /inference', 'handwriting'],
    ['POST /predictions/letters', 'letters'],
    ['GET /models/handwriting', 'handwriting'],
    ['POST /models/letters/{proxy+}', 'letters'],
    ['GET /v2/models/weather', 'weather'],
    ['POST /v2/models/weather/{proxy+}', 'weather'],
    ['POST /predictions/weather', undefined],
  ])('routes %s to %s', (route, model) => {
    expect(modelBehind(route)).toBe(model);
  });

  it('stays well below the 500 resources of a stack and the 300 routes of an address', () => {
    const prod = synthesise('prod alarmEmail=team@example.com', { models: four });

    expect(Object.keys(prod.toJSON().Resources).length).toBeLessThan(200);
    expect(prod.routeKeys().length).toBeLessThan(60);
  });
});

it('a model that others join keeps its resources: in a service with a name, only the list of models changes', () => {
  const [alone, joined] = [[digits], [digits, weather]].map(
    (models) => synthesise('dev service=numbers', { models }).toJSON().Resources,
  );

  const gone = Object.keys(alone).filter((id) => !(id in joined));

  // The id of a version contains a hash of the function.
  expect(gone).toEqual([expect.stringContaining('CurrentVersion')]);
});

describe('the name of a stack', () => {
  const name = (models: readonly ModelManifest[], service?: string) =>
    stackName(resolveConfiguration('dev', models, service === undefined ? {} : { service }));
  const many = Array.from({ length: 9 }, (_, index) => ({ ...digits, model: `long-long-long-${index}` }));

  it.each([
    ['has the name of its model', [digits], undefined, 'subsecond-digits-dev'],
    ['has their order', [handwriting, digits], undefined, 'subsecond-handwriting-and-digits-dev'],
    ['can be chosen, for a service that is to grow', [digits, letters], 'numbers', 'subsecond-numbers-dev'],
    ['can be chosen for many', many, 'numbers', 'subsecond-numbers-dev'],
  ])('%s', (_, models, service, expected) => {
    expect(name(models, service)).toBe(expected);
  });

  it('must be set if the models’ names are too long for CloudFormation', () => {
    expect(() => name(many)).toThrow("The stack's name is too long: shorten it by --set service=<name>.");
  });
});
