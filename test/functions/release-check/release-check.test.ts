import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type CheckEvent, createCheck } from '../../../functions/release-check/handler.ts';
import { CONTEXT } from '../support/events.ts';
import { type Arrived, CREDENTIALS, type FakeResponse, fakeService } from '../support/fake-service.ts';
import { changeManifest, modelWithSamples, quietHandler } from '../support/tiny.ts';

const EVENT = {
  RequestType: 'Update',
  StackId: 'stack-1',
  RequestId: 'request-1',
  LogicalResourceId: 'Verdict',
  ResourceProperties: { ServiceToken: 'arn', Version: '7' },
  OldResourceProperties: { Version: '6' },
} satisfies Partial<CheckEvent>;
const VERSION = '/2015-03-31/functions/Digits-Function/invocations?Qualifier=7';

const NOWHERE = { MODEL_DIRECTORY: '/nowhere' };

const version = await quietHandler();

describe('the check of a new version', () => {
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {});
  beforeEach(() => void lines.mockClear());

  /** A function that responds as Lambda has it respond. */
  const lambda = async ({ body }: Arrived): Promise<FakeResponse> => ({
    body: JSON.stringify(await version(JSON.parse(body), CONTEXT)),
  });

  /** Runs the check, and says what CloudFormation was told. */
  async function verdictOn(
    labels: readonly string[],
    respond: Parameters<typeof fakeService>[0] = lambda,
    changes: NodeJS.ProcessEnv = {},
    event: Partial<CheckEvent> = {},
    patience = 1_000,
  ) {
    const cloudFormation = await fakeService(() => ({ body: '' }));
    const { url, arrived: sent } = await fakeService(respond);
    const environment = {
      ...{ ...CREDENTIALS, AWS_ENDPOINT_URL_LAMBDA: url, FUNCTION_NAME: 'Digits-Function' },
      ...{ MODEL_DIRECTORY: await modelWithSamples(labels), DEADLINE_MILLISECONDS: '5000', ...changes },
    };
    const check = createCheck(environment, patience);
    await check({ ...EVENT, ResponseURL: `${cloudFormation.url}/signed`, ...event } as CheckEvent);
    const [told] = cloudFormation.arrived;
    const reasons = lines.mock.calls.map(([line]) => JSON.parse(line).reason).join();
    return { told: JSON.parse(told?.body ?? 'null'), method: told?.method, sent, reasons };
  }

  it('requests the health of that very version and then sends each of its own samples, signed', async () => {
    const { told, method, sent, reasons } = await verdictOn(['一', '一']);

    expect(reasons).toBe('colours: 2 of 2 samples right and in time, 1 needed');
    expect(told).toEqual({
      Status: 'SUCCESS',
      PhysicalResourceId: 'release-check-Digits-Function',
      StackId: 'stack-1',
      RequestId: 'request-1',
      LogicalResourceId: 'Verdict',
    });
    expect(method).toBe('PUT');
    const paths = sent.map(({ body }) => JSON.parse(body).rawPath);
    expect(paths).toEqual(['/healthz', '/inference', '/inference']);
    const authorization = expect.stringContaining('/eu-west-1/lambda/aws4_request');
    expect(sent).toMatchObject(Array(3).fill({ path: VERSION, headers: { authorization } }));
    // Ids that nobody has used, so that no response is cached for it.
    const requests = sent.slice(1).map(({ body }) => Buffer.from(JSON.parse(body).body, 'base64').toString());
    expect(new Set(requests.map((request) => JSON.parse(request).esun_uuid)).size).toBe(2);
  });

  it('refuses a version whose responses are others than its samples say', async () => {
    const { told, reasons } = await verdictOn(['二', '二']);

    expect(told.Status).toBe('FAILED');
    expect(reasons).toMatch(/0 of 2 samples .*; 0.png: another response; 1.png: another response/);
  });

  it('publishes that a version is refused, and that of no other version', async () => {
    const { url, arrived } = await fakeService(() => ({ body: '<PublishResponse/>' }));
    const topic = { TOPIC_ARN: 'arn:aws:sns:eu-west-1:123456789012:told', AWS_ENDPOINT_URL_SNS: url };

    await verdictOn(['一'], lambda, topic);
    expect(arrived).toEqual([]);

    await verdictOn(['二'], lambda, topic);
    expect(Object.fromEntries(new URLSearchParams(arrived[0]?.body))).toMatchObject({
      Action: 'Publish',
      TopicArn: topic.TOPIC_ARN,
      Subject: 'Release refused: Digits-Function',
      Message: expect.stringMatching(/^Version 7 is refused: .*0 of 1 samples right/),
    });
  });

  it('takes as many wrong responses as the model’s ensemble.json does', async () => {
    const folder = await modelWithSamples(['一', '二']);
    await changeManifest(folder, (manifest) => Object.assign(manifest, { samplesRight: 0.5 }));

    const { told } = await verdictOn([], lambda, { MODEL_DIRECTORY: folder });

    expect(told.Status).toBe('SUCCESS');
  });

  it('refuses a version that responds too late', async () => {
    const slow = async (request: Arrived) => {
      if (JSON.parse(request.body).rawPath === '/inference') await setTimeout(500);
      return lambda(request);
    };
    const { told, reasons } = await verdictOn(['一'], slow, { DEADLINE_MILLISECONDS: '400' });

    expect(told.Status).toBe('FAILED');
    expect(reasons).toMatch(/0 of 1 samples .*, 1 needed; 0.png: (\d+ ms, more than 400|.* timeout)/);
  });

  /** What Lambda says of a function that threw. */
  const failed = (errorType: string, errorMessage: string): FakeResponse => ({
    headers: { 'x-amz-function-error': 'Unhandled' },
    body: JSON.stringify({ errorType, errorMessage }),
  });
  /** What Lambda says where it does not call a function. */
  const refused = (status: number, code: string): FakeResponse => {
    const headers = { 'x-amzn-errortype': code };
    return { status, headers, body: '{}' };
  };
  const degraded = JSON.stringify({ status: 'degraded', cache: 'degraded' });
  const response = { body: JSON.stringify({ statusCode: 200, headers: {}, body: degraded }) };
  const denied = refused(403, 'AccessDeniedException');

  it.each([
    ['does not start', failed('ModelError', 'a is missing'), 'the function failed: ModelError: a is missing'],
    ['Lambda does not let be called', denied, 'Lambda responded with 403 AccessDeniedException'],
    ['cannot reach its table', response, '/healthz says degraded'],
  ])('refuses a version that %s, and says so', async (_, respond, reason) => {
    const { told, reasons } = await verdictOn(['一'], () => respond, {}, {}, 30);

    expect(told.Status).toBe('FAILED');
    expect(reasons).toContain(reason);
    expect(told.Reason).toMatch(/^Version 7 is refused: /);
    expect(told.Reason).toContain(reason);
  });

  it('waits for permissions of the same deployment, without which a function does not start', async () => {
    let calls = 0;
    const respond = (request: Arrived) => (++calls === 1 ? failed('Error', 'AccessDenied') : lambda(request));

    expect((await verdictOn(['一'], respond)).told.Status).toBe('SUCCESS');
  });

  it.each<[string, Partial<CheckEvent>]>([
    ['a deployment is taken back to the version before', { OldResourceProperties: { Version: '8' } }],
    ['the service goes', { RequestType: 'Delete' }],
  ])('is in nobody’s way where %s', async (_, event) => {
    const { told, sent } = await verdictOn([], () => undefined, NOWHERE, event);

    expect(told.Status).toBe('SUCCESS');
    expect(sent).toEqual([]);
  });

  it('refuses a version whose layer holds no model', async () => {
    expect((await verdictOn([], lambda, NOWHERE)).told.Status).toBe('FAILED');
  });

  it.each([denied, refused(429, 'TooManyRequestsException')])(
    'tries again where Lambda itself refuses ($status), at the first call and between samples',
    async (refusal) => {
      let calls = 0;
      const respond = (request: Arrived) => ([1, 3].includes(++calls) ? refusal : lambda(request));

      const { told, reasons } = await verdictOn(['一', '一'], respond);

      expect(told.Status).toBe('SUCCESS');
      expect(reasons).toBe('colours: 2 of 2 samples right and in time, 1 needed');
    },
  );

  it('tells CloudFormation again where it was not heard', async () => {
    let refusals = 1;
    const { url, arrived } = await fakeService(() => ({ status: refusals-- > 0 ? 500 : 200, body: '' }));

    await verdictOn(['一'], lambda, {}, { ResponseURL: url });

    expect(arrived).toHaveLength(2);
  });
});
