import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bundleSmallFunction } from '../../../functions/bundle.ts';
import { pipelineNames } from '../../../functions/inference/pipelines/pipelines.ts';
import { TEXT } from '../../../functions/inference/pipelines/text/tensor-view.ts';
import { type CheckEvent, createCheck } from '../../../functions/release-check/handler.ts';
import { readSampledModel } from '../../../functions/release-check/sampled-model.ts';
import { newFolder } from '../../support/new-folder.ts';
import { redModel, tinyModel } from '../../support/tiny-model.ts';
import { CONTEXT } from '../support/events.ts';
import { type Arrived, CREDENTIALS, type FakeResponse, fakeService } from '../support/fake-service.ts';
import { quietHandler } from '../support/tiny.ts';

const RESOURCE = { StackId: 'stack-1', RequestId: 'request-1', LogicalResourceId: 'Verdict' };
const EVENT = {
  ...RESOURCE,
  RequestType: 'Update',
  ResourceProperties: { ServiceToken: 'arn', Version: '7' },
  OldResourceProperties: { Version: '6' },
} satisfies Partial<CheckEvent>;
const SETTINGS = { ...CREDENTIALS, FUNCTION_NAME: 'Digits-Function', DEADLINE_MILLISECONDS: '5000' };
const VERSION = '/2015-03-31/functions/Digits-Function/invocations?Qualifier=7';

const NOWHERE = { MODEL_DIRECTORY: '/nowhere' };

const version = await quietHandler();

describe('the check of a new version', () => {
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {});
  beforeEach(() => void lines.mockClear());

  /** Responds with the function's result, as Lambda does. */
  const lambda = async ({ body }: Arrived): Promise<FakeResponse> => ({
    body: JSON.stringify(await version(JSON.parse(body), CONTEXT)),
  });

  /** Runs the check on a model. @returns the report to CloudFormation, the requests to the model, and the logged reasons */
  async function verdictOn(
    labels: readonly string[],
    respond: Parameters<typeof fakeService>[0] = lambda,
    changes: NodeJS.ProcessEnv = {},
    event: Partial<CheckEvent> = {},
    create = (environment: NodeJS.ProcessEnv) => createCheck(environment, 10_000),
  ) {
    const cloudFormation = await fakeService(() => ({ body: '' }));
    const { url, arrived: sent } = await fakeService(respond);
    const MODEL_DIRECTORY = await redModel(labels);
    const check = create({ ...SETTINGS, AWS_ENDPOINT_URL_LAMBDA: url, MODEL_DIRECTORY, ...changes });
    await check({ ...EVENT, ResponseURL: `${cloudFormation.url}/signed`, ...event } as CheckEvent);
    const [callback] = cloudFormation.arrived;
    const reasons = lines.mock.calls.map(([line]) => JSON.parse(line).reason).join();
    return { verdict: JSON.parse(callback?.body ?? 'null'), method: callback?.method, sent, reasons };
  }

  it('requests the health of that very version and then sends each of its own samples, signed', async () => {
    const { verdict, method, sent, reasons } = await verdictOn(['一', '一']);

    expect(reasons).toBe('colours: 2 of 2 samples right and in time, 1 needed');
    const PhysicalResourceId = 'release-check-Digits-Function';
    expect(verdict).toEqual({ ...RESOURCE, Status: 'SUCCESS', PhysicalResourceId });
    expect(method).toBe('PUT');
    const paths = sent.map(({ body }) => JSON.parse(body).rawPath);
    expect(paths).toEqual(['/healthz', '/inference', '/inference']);
    const authorization = expect.stringContaining('/eu-west-1/lambda/aws4_request');
    expect(sent).toMatchObject(Array(3).fill({ path: VERSION, headers: { authorization } }));
    // The ids must be new, because a cached response would prove nothing.
    const requests = sent.slice(1).map(({ body }) => Buffer.from(JSON.parse(body).body, 'base64').toString());
    expect(new Set(requests.map((request) => JSON.parse(request).esun_uuid)).size).toBe(2);
  });

  it('accepts as many wrong responses as the model’s ensemble.json allows', async () => {
    const MODEL_DIRECTORY = await redModel(['一', '二'], { samplesRight: 0.5 });

    const { verdict } = await verdictOn([], lambda, { MODEL_DIRECTORY });

    expect(verdict.Status).toBe('SUCCESS');
  });

  /** Lambda's response when the function threw an error. */
  const failed = (errorType: string, errorMessage: string): FakeResponse => ({
    headers: { 'x-amz-function-error': 'Unhandled' },
    body: JSON.stringify({ errorType, errorMessage }),
  });
  /** Lambda's response when it does not call the function. */
  const refused = (status: number, code: string): FakeResponse => {
    const headers = { 'x-amzn-errortype': code };
    return { status, headers, body: '{}' };
  };
  const denied = refused(403, 'AccessDeniedException');
  const degraded = JSON.stringify({ status: 'degraded', cache: 'degraded' });
  const health = { body: JSON.stringify({ statusCode: 200, headers: {}, body: degraded }) };
  const slow = async (request: Arrived) => {
    if (JSON.parse(request.body).rawPath === '/inference') await setTimeout(500);
    return lambda(request);
  };
  const TIMED_OUT = 'RequestId: 1a Error: Task timed out after 10.00 seconds';
  const others = /0 of 2 samples .*; 0.png: wrong prediction; 1.png: wrong prediction/;
  const late =
    /0 of 1 samples .*, 1 needed; 0.png: (took \d+ ms, more than the deadline of 400 ms|.* timeout)/;

  it.each<[string, typeof lambda, RegExp, string[]?, NodeJS.ProcessEnv?]>([
    ['gives other responses than its samples', lambda, others, ['二', '二']],
    ['responds too late', slow, late, ['一'], { DEADLINE_MILLISECONDS: '400' }],
    [
      'takes too long to start',
      async () => failed('Sandbox.Timedout', TIMED_OUT),
      /repeats a start of more than 10 s .* --hotfix/,
    ],
    ['does not start', async () => failed('ModelError', 'a is missing'), /failed: ModelError: a is missing/],
    ['cannot be called', async () => denied, /Lambda responded with 403 AccessDeniedException/],
    ['cannot reach its table', async () => health, /\/healthz says degraded/],
  ])('refuses a version that %s, and says so', async (_, respond, reason, labels = ['一'], changes = {}) => {
    const impatient = (environment: NodeJS.ProcessEnv) => createCheck(environment, 30);

    const { verdict, reasons } = await verdictOn(labels, respond, changes, {}, impatient);

    expect(verdict.Status).toBe('FAILED');
    expect(reasons).toMatch(reason);
    expect(verdict.Reason).toMatch(new RegExp(`^Version 7 is refused: .*${reason.source}`));
  });

  it.each<[string, typeof lambda, number | undefined, number, RegExp]>([
    // 7 of 8 samples must be right.
    ['once too many are wrong', lambda, undefined, 2, /0 of 2 samples .*, 7 needed \(stopped after 2 of 8\)/],
    [
      'when its time is over',
      lambda,
      0,
      0,
      /0 of 0 samples .*, 7 needed \(stopped after 0 of 8, because the limit of 0 s had passed\)/,
    ],
  ])('stops %s, and reports after how many samples', async (_, respond, limit, samples, reason) => {
    const MODEL_DIRECTORY = await redModel(Array(8).fill('二'), { samplesRight: 0.9 });
    const create = (environment: NodeJS.ProcessEnv) => createCheck(environment, 1_000, limit);

    const { verdict, sent } = await verdictOn([], respond, { MODEL_DIRECTORY }, {}, create);

    expect(verdict.Reason).toMatch(reason);
    // One more request checks the health.
    expect(sent).toHaveLength(1 + samples);
  });

  it('waits for permissions of the same deployment, without which a function does not start', async () => {
    let calls = 0;
    const respond = (request: Arrived) => (++calls === 1 ? failed('Error', 'AccessDenied') : lambda(request));

    expect((await verdictOn(['一'], respond)).verdict.Status).toBe('SUCCESS');
  });

  it.each<[string, Partial<CheckEvent>]>([
    ['a deployment is rolled back to the previous version', { OldResourceProperties: { Version: '8' } }],
    ['the service is deleted', { RequestType: 'Delete' }],
  ])('passes if %s', async (_, event) => {
    const { verdict, sent } = await verdictOn([], () => undefined, NOWHERE, event);

    expect(verdict.Status).toBe('SUCCESS');
    expect(sent).toEqual([]);
  });

  it('refuses a version whose layer holds no model', async () => {
    expect((await verdictOn([], lambda, NOWHERE)).verdict.Status).toBe('FAILED');
  });

  const refusals = [denied, refused(429, 'TooManyRequestsException')];
  it.each(refusals)('repeats the first or a later call if Lambda refuses it ($status)', async (refusal) => {
    let calls = 0;
    const respond = (request: Arrived) => ([1, 3].includes(++calls) ? refusal : lambda(request));

    const { verdict, reasons } = await verdictOn(['一', '一'], respond);

    expect(verdict.Status).toBe('SUCCESS');
    expect(reasons).toBe('colours: 2 of 2 samples right and in time, 1 needed');
  });

  it('sends a throttled sample again even after a start that took all the time for retries', async () => {
    let calls = 0;
    const respond = async (request: Arrived) => {
      calls += 1;
      if (calls === 1) await setTimeout(600);
      return calls === 2 ? refused(429, 'TooManyRequestsException') : lambda(request);
    };
    const create = (environment: NodeJS.ProcessEnv) => createCheck(environment, 500);

    expect((await verdictOn(['一'], respond, {}, {}, create)).verdict.Status).toBe('SUCCESS');
  });

  it('repeats its verdict to CloudFormation if that fails', async () => {
    let refusals = 1;
    const { url, arrived } = await fakeService(() => ({ status: refusals-- > 0 ? 500 : 200, body: '' }));

    await verdictOn(['一'], lambda, {}, { ResponseURL: url });

    expect(arrived).toHaveLength(2);
  });

  it.each(pipelineNames)('names the input of %s as the service does', async (pipeline) => {
    const folder = tinyModel({ pipeline, contracts: [] }, { file: 'one.txt', content: 'Hello' });

    const { client, samples } = await readSampledModel(folder);

    const { body } = client.request(samples[0]!, undefined, 0);
    const name = pipeline === 'text-correction' ? 'hypotheses' : TEXT.name;
    expect(JSON.parse(body as string).inputs[0].name).toBe(name);
  });

  it('works as uploaded: bundled, in its own process', async () => {
    const file = path.join(newFolder(), 'release-check.mjs');
    await bundleSmallFunction('release-check', file);
    const program = `(await import('${file}')).handler(JSON.parse(process.argv[1]))`;
    const bundled = (environment: NodeJS.ProcessEnv) => async (event: CheckEvent) => {
      const parameters = ['--input-type=module', '--eval', program, JSON.stringify(event)];
      await promisify(execFile)(process.execPath, parameters, { env: { ...process.env, ...environment } });
    };

    const { verdict, sent } = await verdictOn(['一'], lambda, {}, {}, bundled);

    expect(verdict.Status).toBe('SUCCESS');
    expect(sent).toHaveLength(2);
  });
});
