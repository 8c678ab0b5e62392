import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startHandler } from '../../../../functions/inference/service/handler.ts';
import { pointTo } from '../../support/dynamodb.ts';
import { CONTEXT, event, post, question } from '../../support/events.ts';
import { DARK, jpegOf, RED } from '../../support/pictures.ts';
import { QUIET } from '../../support/tiny.ts';

type Line = Record<string, unknown> & {
  _aws: { CloudWatchMetrics: { Namespace: string; Dimensions: string[][]; Metrics: { Name: string }[] }[] };
};

describe('telemetry', () => {
  let written: string[];
  beforeEach(() => {
    delete process.env.POWERTOOLS_LOG_LEVEL;
    written = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      written.push(String(chunk));
      return true;
    });
  });
  afterEach(() => vi.restoreAllMocks());

  /** The lines that one request writes. */
  async function linesOf(
    asked: Parameters<Awaited<ReturnType<typeof startHandler>>>[0],
    environment: NodeJS.ProcessEnv = {},
  ): Promise<Line[]> {
    const handler = await startHandler({
      ...QUIET,
      ...environment,
      CAPTAIN_EMAIL: 'captain@team.example',
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    });
    await handler(asked, CONTEXT);
    return written
      .join('')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  }
  const metricsOf = (line: Line | undefined) =>
    line?._aws.CloudWatchMetrics[0]?.Metrics.map(({ Name }) => Name).sort();

  it('writes one line for an answer', async () => {
    const lines = await linesOf(question(await jpegOf(RED), { esun_uuid: 'id-1' }));

    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: 'INFO',
      message: 'answered',
      service: 'colours',
      route: 'POST /inference',
      status: 200,
      request_id: 'id-1',
      invocation: 'invocation-1',
      answer: '一',
    });
  });

  it('carries metrics that CloudWatch reads from the same line', async () => {
    const [line] = await linesOf(question(await jpegOf(RED)));

    expect(line?._aws.CloudWatchMetrics[0]).toMatchObject({
      Namespace: 'Subsecond',
      Dimensions: [['service']],
    });
    expect(metricsOf(line)).toEqual([
      'ColdStart',
      'ContractLatency',
      'DecodeLatency',
      'Latency',
      'MembersRun',
      'PredictLatency',
    ]);
    for (const name of metricsOf(line) ?? []) expect(line?.[name]).toBeTypeOf('number');
    expect(line?.MembersRun).toBe(3);
  });

  it('counts under the name that its deployment gives it, so that two do not mix', async () => {
    const [line] = await linesOf(question(await jpegOf(RED)), { POWERTOOLS_SERVICE_NAME: 'colours-prod' });

    expect(line).toMatchObject({ service: 'colours-prod' });
  });

  it('counts an answer that was rejected', async () => {
    expect(metricsOf((await linesOf(question(await jpegOf(DARK))))[0])).toContain('Rejected');
  });

  it('writes one line for a problem, and counts it', async () => {
    const lines = await linesOf(post('{'));

    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ message: 'refused', status: 400, problem: 'not-json', ClientError: 1 });
  });

  it('names the route that answered, whatever the gateway says beside it', async () => {
    const asked = event('GET', '/healthz');
    asked.requestContext.http.path = '/stage/healthz';

    expect((await linesOf(asked))[0]).toMatchObject({ route: 'GET /healthz' });
  });

  it('names an address that is not there', async () => {
    const [line] = await linesOf(event('GET', '/nowhere'));

    expect(line).toMatchObject({ message: 'refused', status: 404, route: 'GET /nowhere' });
  });

  it('counts the answers that wait for a table that is out of reach', async () => {
    const [line] = await linesOf(question(await jpegOf(RED)), pointTo('http://127.0.0.1:1'));

    expect(line).toMatchObject({ CacheDegraded: 1, CacheUnwritten: 1, CacheWrittenLate: 0, CacheLost: 0 });
  });

  it('says so in a header, too, for whoever counts before the function', async () => {
    const handler = await startHandler({ ...QUIET, ...pointTo('http://127.0.0.1:1') });

    const { headers } = await handler(question(await jpegOf(RED)), CONTEXT);

    expect(headers).toMatchObject({ 'x-subsecond-late': 'written=0, lost=0, waiting=1' });
  });

  it('keeps the image, the captain and their e-mail to itself', async () => {
    const image = await jpegOf(RED);

    await linesOf(question(image));

    expect(written.join('')).not.toContain(image.slice(0, 40));
    expect(written.join('')).not.toContain('captain');
  });
});
