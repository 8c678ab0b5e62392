import { expect, it } from 'vitest';
import { resolveConfiguration } from '../../../lib/configuration/resolve-configuration.ts';
import { deploymentEnvironment, readAppInput } from '../../../lib/deployment/prepare.ts';
import { manifests } from '../test-deployment.ts';

it('what a command was told reaches the app by a variable, not by arguments that every process can list', () => {
  const overrides = { secretPath: 'between-friends-1' };
  const configuration = resolveConfiguration('dev', [manifests.digits], overrides);
  const options = { configuration, directories: ['/models/digits'], overrides, switches: new Set<string>() };

  const environment = deploymentEnvironment(options);

  expect(readAppInput(environment)).toEqual({
    stage: 'dev',
    models: ['/models/digits'],
    settings: overrides,
  });
  expect(readAppInput({})).toBeUndefined();
});
