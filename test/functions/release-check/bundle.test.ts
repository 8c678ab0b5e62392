/** The check as it is uploaded: the bundle, in a process of its own, asking a real model. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { bundleSampleRequests } from '../../../functions/sample-requests/bundle.ts';
import { projectDirectory } from '../../../project/places.ts';
import { newFolder } from '../../layers/scratch.ts';
import { CONTEXT } from '../support/events.ts';
import { type Arrived, type ContractAnswer, CREDENTIALS, fakeService } from '../support/fake-service.ts';
import { quietHandler } from '../support/tiny.ts';

const MODEL_DIRECTORY = path.join(projectDirectory, 'models', 'digits');
const bundle = pathToFileURL(path.join(await bundleSampleRequests(newFolder()), 'release-check.mjs')).href;
const program = `
const { handler } = await import(${JSON.stringify(bundle)});
await handler({ DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'execution-1' });`;

/** What CodeDeploy is told of a version that answers so, and how often it was asked before. */
async function verdictOn(version: (request: Arrived) => Promise<ContractAnswer>) {
  const codeDeploy = await fakeService(async () => ({ body: '{}' }));
  const lambda = await fakeService(version);
  const env = {
    ...process.env,
    ...CREDENTIALS,
    AWS_ENDPOINT_URL_LAMBDA: lambda.url,
    AWS_ENDPOINT_URL_CODEDEPLOY: codeDeploy.url,
    FUNCTION_NAME: 'Digits-Function',
    NEW_VERSION: '7',
    MODEL_DIRECTORY,
    DEADLINE_MILLISECONDS: '10000',
  };
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { env });
  return { status: JSON.parse(codeDeploy.arrived[0]?.body ?? '{}').status, asked: lambda.arrived.length };
}

it('lets a version through that answers its samples', async () => {
  const handler = await quietHandler({ MODEL_DIRECTORY });
  const { status, asked } = await verdictOn(async ({ body }) => ({
    body: JSON.stringify(await handler(JSON.parse(body), CONTEXT)),
  }));

  expect(status).toBe('Succeeded');
  expect(asked).toBeGreaterThan(5);
});

it('stops a version that is in good health and answers no sample', async () => {
  const { status } = await verdictOn(async ({ body }) => {
    const isHealth = JSON.parse(body).rawPath.endsWith('/healthz');
    const answer = { statusCode: isHealth ? 200 : 500, headers: {}, body: '{"status":"ready"}' };
    return { body: JSON.stringify(answer) };
  });

  expect(status).toBe('Failed');
});
