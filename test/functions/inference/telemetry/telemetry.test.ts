import { describe, expect, it } from 'vitest';
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
});
