/** The check as it is uploaded: the bundle, in a process of its own, calling a real model. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { bundleSmallFunctions, SAMPLE_REQUESTS } from '../../../functions/bundle.ts';
import { projectDirectory } from '../../../project/paths.ts';
import { newFolder } from '../../support/new-folder.ts';
import { CONTEXT } from '../support/events.ts';
import { type Arrived, CREDENTIALS, type FakeResponse, fakeService } from '../support/fake-service.ts';
import { quietHandler } from '../support/tiny.ts';

const MODEL_DIRECTORY = path.join(projectDirectory, 'models', 'digits');
const bundled = await bundleSmallFunctions(SAMPLE_REQUESTS, newFolder());
const bundle = pathToFileURL(path.join(bundled, 'release-check.mjs')).href;
const program = `
const { handler } = await import(${JSON.stringify(bundle)});
await handler({ RequestType: 'Create', ResponseURL: process.argv[1], ResourceProperties: { Version: '7' } });`;

/** What CloudFormation is told of a version that responds so, and how often it was called before. */
async function verdictOn(version: (request: Arrived) => Promise<FakeResponse>) {
  const cloudFormation = await fakeService(async () => ({ body: '{}' }));
  const lambda = await fakeService(version);
  const env = {
    ...process.env,
    ...CREDENTIALS,
    AWS_ENDPOINT_URL_LAMBDA: lambda.url,
    FUNCTION_NAME: 'Digits-Function',
    MODEL_DIRECTORY,
    DEADLINE_MILLISECONDS: '10000',
  };
  await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program, cloudFormation.url],
    { env },
  );
  return { status: JSON.parse(cloudFormation.arrived[0]?.body ?? '{}').Status, calls: lambda.arrived.length };
}

it('lets a version through that gets its samples right', async () => {
  const handler = await quietHandler({ MODEL_DIRECTORY });
  const { status, calls } = await verdictOn(async ({ body }) => ({
    body: JSON.stringify(await handler(JSON.parse(body), CONTEXT)),
  }));

  expect(status).toBe('SUCCESS');
  expect(calls).toBeGreaterThan(5);
});
