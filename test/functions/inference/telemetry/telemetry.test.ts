import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { RequestRecord } from '../../../../functions/inference/telemetry/request-record.ts';
import { Telemetry } from '../../../../functions/inference/telemetry/telemetry.ts';
import { MemoryTable } from '../../support/memory-table.ts';
import { jpegOf, RED } from '../../support/pictures.ts';
import { competitionRequest, type TestRequest } from '../../support/requests.ts';
import { quietService } from '../../support/tiny.ts';

type Line = Record<string, unknown> & {
  _aws: { CloudWatchMetrics: { Namespace: string; Dimensions: string[][]; Metrics: { Name: string }[] }[] };
};

describe('telemetry', () => {
  /** The lines that one request writes. */
  async function linesOf(
    sent: TestRequest,
    environment: NodeJS.ProcessEnv = {},
    store?: MemoryTable,
  ): Promise<Line[]> {
    const lines: Line[] = [];
    const send = await quietService(
      {
        ...environment,
        CAPTAIN_EMAIL: 'captain@team.example',
        AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      },
      { store, telemetry: { write: (line) => lines.push(JSON.parse(line)) } },
    );
    await send(sent);
    return lines;
  }
  const metricsOf = (line: Line | undefined) =>
    line?._aws.CloudWatchMetrics[0]?.Metrics.map(({ Name }) => Name).sort();

  it('carries metrics that CloudWatch reads from the same line', async () => {
    const [line] = await linesOf(competitionRequest(await jpegOf(RED)));

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

  it('counts the responses that wait for a table that is out of reach', async () => {
    const store = new MemoryTable();
    store.fault = 'refused';

    const [line] = await linesOf(competitionRequest(await jpegOf(RED)), {}, store);

    expect(line).toMatchObject({ CacheDegraded: 1, CacheUnwritten: 1, CacheWrittenLate: 0, CacheLost: 0 });
  });

  it('keeps the image, the captain and their e-mail to itself', async () => {
    const image = await jpegOf(RED);

    const written = JSON.stringify(await linesOf(competitionRequest(image)));

    expect(written).not.toContain(image.slice(0, 40));
    expect(written).not.toContain('captain');
  });

  it('of a share of the requests loses no metric, and no line of a request with an incident', () => {
    vi.useFakeTimers({ now: 1_790_000_000_000 });
    onTestFinished(() => void vi.useRealTimers());
    const lines: Line[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line));
    const telemetry = new Telemetry({
      serviceName: 'colours',
      logShare: 0,
      deadlineMilliseconds: 1000,
      write,
    });
    const publish = (told: Partial<RequestRecord>) =>
      telemetry.publish(Object.assign(new RequestRecord('inv-1'), { status: 200, ...told }));

    for (let request = 0; request < 103; request += 1) publish({});
    expect(lines).toMatchObject([{ service: 'colours', Latency: { length: 100 } }]);
    for (const told of [{ status: 422 }, { status: 500 }, { coldStart: true }]) publish(told);
    vi.advanceTimersByTime(10_000);

    expect(lines.slice(1)).toMatchObject([
      { status: 422, ClientError: 1 },
      { status: 500 },
      { status: 200, ColdStart: 1 },
      { Latency: { length: 3 }, _aws: { Timestamp: 1_790_000_000_000 } },
    ]);
    expect(metricsOf(lines.at(-1))).toEqual(['Latency']);
  });
});
