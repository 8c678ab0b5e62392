import { setTimeout } from 'node:timers/promises';
import { InvokeStore, InvokeStoreBase } from '@aws/lambda-invoke-store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RequestRecord } from '../../../../functions/inference/telemetry/request-record.ts';
import { createTelemetry } from '../../../../functions/inference/telemetry/telemetry.ts';

const NOW = new Date('2026-11-22T23:30:31.770Z');
const TRACE = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1';

/** Beginning of a line, exactly as Powertools 2.35 wrote it. */
const BEGIN = (level: string, message: string) =>
  `{"level":"${level}","message":"${message}","timestamp":"2026-11-22T23:30:31.770Z","service":"colours",` +
  '"sampling_rate":0,"xray_trace_id":"1-5759e988-bd862e3fe1be46a994272793","route":"POST /inference",';

function withMetrics(values: object): string {
  const unitOf = (name: string) => (name.endsWith('Latency') ? 'Milliseconds' : 'Count');
  const Metrics = Object.keys(values).map((Name) => ({ Name, Unit: unitOf(Name) }));
  const CloudWatchMetrics = [{ Namespace: 'Subsecond', Dimensions: [['service']], Metrics }];
  return JSON.stringify({ _aws: { Timestamp: NOW.getTime(), CloudWatchMetrics }, ...values }).slice(1);
}

const outcome = (name: string, more = {}) => ({ outcome: name, ...more }) as RequestRecord['cache'];
const NO_TIME = { prediction: { runs: [], lacking: 'every member' } } as const;
const LATE = { waiting: 1, written: 0, lost: 0 };

describe('the line of a request', () => {
  let written: string[];
  let failures: string[];
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    vi.stubEnv('_X_AMZN_TRACE_ID', TRACE);
    written = [];
    failures = [];
    for (const [stream, lines] of [[process.stdout, written] as const, [process.stderr, failures] as const]) {
      vi.spyOn(stream, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0);
    }
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    vi.useRealTimers();
  });

  function publish(fields: Partial<RequestRecord>, late?: typeof LATE) {
    const record = new RequestRecord('inv-1', fields.coldStart ?? false);
    Object.assign(record, { route: 'POST /inference', status: 200, ...fields });
    vi.spyOn(record.stages, 'total', 'get').mockReturnValue(12.345);
    if (fields.coldStart) {
      Object.assign(record.stages.milliseconds, { contract: 0.5, decode: 1.25, predict: 4, cachePut: 1 });
    }
    createTelemetry({ serviceName: 'colours' }, () => late)(record);
  }

  it.each<[string, Partial<RequestRecord>, object, object, string?, typeof LATE?]>([
    [
      'has everything that is known about a response',
      {
        coldStart: true,
        requestId: 'id-1',
        bodyBytes: 2048,
        cache: outcome('degraded', { failure: 'TimeoutError: No response within 120 ms' }),
        prediction: { runs: [{ batch: 2 }, { batch: 3 }, { batch: 1 }], lacking: 'some members' },
        summary: { prediction: '永', confidence: 0.97, rejected: true },
      },
      {
        ...{ status: 200, invocation: 'inv-1', request_id: 'id-1', prediction: '永', confidence: 0.97 },
        ...{ cache: 'degraded', cache_failure: 'TimeoutError: No response within 120 ms' },
        ...{ members: 3, batch: 3, body_bytes: 2048 },
      },
      {
        ...{ ContractLatency: 0.5, DecodeLatency: 1.25, PredictLatency: 4, CachePutLatency: 1 },
        ...{ CacheDegraded: 1, MembersRun: 3, Shortened: 1, Rejected: 1 },
        ...{ CacheUnwritten: 1, CacheWrittenLate: 0, CacheLost: 0, ColdStart: 1 },
      },
      'succeeded',
      LATE,
    ],
    [
      'says why a request was refused',
      { status: 422, problem: 'id-conflict', detail: 'Give it another id.', bodyBytes: 0 },
      {
        status: 422,
        invocation: 'inv-1',
        problem: 'id-conflict',
        detail: 'Give it another id.',
        body_bytes: 0,
      },
      { CacheConflict: 1, ClientError: 1 },
      'refused',
    ],
    [
      'leaves out what is empty, and counts a repeat',
      { cache: outcome('hit'), summary: { prediction: '' } },
      { status: 200, invocation: 'inv-1', cache: 'hit' },
      { CacheHit: 1 },
    ],
    [
      'counts a fallback',
      { ...NO_TIME, cache: outcome('miss'), summary: { prediction: 'x' } },
      { status: 200, invocation: 'inv-1', prediction: 'x', cache: 'miss', members: 0 },
      { CacheMiss: 1, MembersRun: 0, Fallback: 1 },
    ],
  ])('%s', (_, recorded, fields, metrics, message = 'succeeded', late = undefined) => {
    publish(recorded, late);

    const middle = JSON.stringify(fields).slice(1, -1);
    const end = withMetrics({ Latency: 12.345, ...metrics });
    expect(written).toEqual([`${BEGIN('INFO', message)}${middle},${end}\n`]);
  });

  it('prints what failed, where and why to standard error', () => {
    const error = Object.assign(new RangeError('broken', { cause: new TypeError('inner') }), { code: 'E1' });

    publish({ status: 500, problem: 'internal', error });

    expect(written).toEqual([]);
    const [line = ''] = failures;
    const fields = '"status":500,"invocation":"inv-1","problem":"internal",';
    expect(line).toContain(`${BEGIN('ERROR', 'failed')}${fields}`);
    const { name, message, stack } = JSON.parse(line).error;
    expect([name, message]).toEqual(['RangeError', 'broken']);
    const pattern =
      /^RangeError: broken\n {4}at .*lines\.test\.ts.* code: 'E1',.*\[cause\]: TypeError: inner/s;
    expect(stack).toMatch(pattern);
  });

  it('has its own request’s trace when several are served at once', async () => {
    const store = await InvokeStore.getInstanceAsync(true);
    vi.stubGlobal('awslambda', { InvokeStore: store });
    const respond = (trace: string, milliseconds: number) =>
      store.run({ [InvokeStoreBase.PROTECTED_KEYS.X_RAY_TRACE_ID]: `Root=${trace};Sampled=0` }, async () => {
        await setTimeout(milliseconds);
        publish({ requestId: trace });
      });

    await Promise.all([respond('1-slow', 20), respond('1-quick', 5)]);
    vi.unstubAllGlobals();

    const traces = written.map((line) => [JSON.parse(line).request_id, JSON.parse(line).xray_trace_id]);
    expect(traces).toEqual(['1-quick', '1-slow'].map((trace) => [trace, trace]));
  });
});
