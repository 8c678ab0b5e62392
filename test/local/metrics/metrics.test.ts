import { describe, expect, it } from 'vitest';
import { keyOf, writeExposition } from '../../../local/metrics/exposition.ts';
import { Histogram } from '../../../local/metrics/model-counts.ts';
import { DARK, GREEN, plain } from '../../functions/support/pictures.ts';
import { send, startTiny, tinyModel } from '../support/tiny-service.ts';

/** @returns values by the metric's name and labels */
async function scrape(url: string, init?: RequestInit): Promise<Record<string, number>> {
  const response = await fetch(`${url}/metrics`, init);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = (await response.text()).match(/^[^#].*(?=\n)/gm)!;
  const samples = lines.map((line) => /^(.+) (\S+)$/.exec(line)!.slice(1));
  expect(new Set(samples.map(([name]) => name)).size, 'each name stands once').toBe(samples.length);
  return Object.fromEntries(samples.map(([name, value]) => [name, Number(value)]));
}

describe('GET /metrics', () => {
  it('counts the outcomes of the requests to each model', async () => {
    const models = [tinyModel('one'), tinyModel('two')];
    const { url } = await startTiny({ models, cache: true });
    const [green, dark] = await Promise.all([GREEN, DARK].map((colour) => plain(colour).jpeg().toBuffer()));
    await send(url, 'one', 'a', green);
    await send(url, 'one', 'a', green);
    await send(url, 'one', 'a', dark);
    await send(url, 'one', undefined, Buffer.from('no picture'));
    await send(url, 'two');

    const families = await scrape(url);

    expect(families).toMatchObject({
      'subsecond_requests_total{model="one",outcome="succeeded"}': 2,
      'subsecond_requests_total{model="one",outcome="refused"}': 2,
      'subsecond_requests_total{model="two",outcome="succeeded"}': 1,
      'subsecond_refusals_total{model="one",reason="id-conflict"}': 1,
      'subsecond_refusals_total{model="one",reason="image-format"}': 1,
      'subsecond_cache_lookups_total{model="one",outcome="hit"}': 1,
      'subsecond_cache_lookups_total{model="one",outcome="miss"}': 1,
      'subsecond_request_duration_seconds_count{model="one"}': 2,
      'subsecond_request_duration_seconds_bucket{model="one",le="+Inf"}': 2,
      'subsecond_workers{model="one"}': 1,
      'subsecond_waiting_requests{model="one"}': 0,
    });
    expect(families.process_resident_memory_bytes).toBeGreaterThan(1_000_000);
    expect(families.process_cpu_seconds_total).toBeGreaterThan(0);
  });

  it("counts the server's own refusals by their problem, but no requests for pages, health or metrics", async () => {
    const { url } = await startTiny({ maxBodyBytes: 10_000_000 });
    await fetch(`${url}/healthz`);
    await fetch(`${url}/metrics`, { method: 'HEAD' });
    await fetch(`${url}/predictions/colours`, { method: 'POST', body: new Uint8Array(11_000_000) });
    await fetch(url, { headers: { 'x-large': 'x'.repeat(20_000) } });

    expect(await scrape(url)).toMatchObject({
      'subsecond_requests_total{model="colours",outcome="succeeded"}': 0,
      'subsecond_requests_total{model="colours",outcome="refused"}': 1,
      'subsecond_requests_total{model="colours",outcome="failed"}': 0,
      'subsecond_refusals_total{model="colours",reason="request-too-large"}': 1,
      'subsecond_refusals_total{model="",reason="headers-too-large"}': 1,
    });
  });

  it("needs the key if there is one, takes no POST, and ignores a deployment's SECRET_PATH", async () => {
    const { url } = await startTiny({ apiKey: 'key', environment: { SECRET_PATH: 'hidden' } });
    const headers = { authorization: 'Bearer key' };

    const responses = await Promise.all([
      fetch(`${url}/metrics`),
      fetch(`${url}/metrics`, { method: 'POST', headers }),
      fetch(`${url}/labels`, { headers }),
      fetch(`${url}/hidden/labels`, { headers }),
    ]);

    expect(responses.map(({ status }) => status)).toEqual([401, 404, 200, 404]);
    expect(Object.keys(await scrape(url, { headers })).length).toBeGreaterThan(5);
  });
});

it('the text format has a line for each value, and leaves out metrics without a value', () => {
  const values = {
    [keyOf('process_resident_memory_bytes', {})]: 1e21,
    [keyOf('subsecond_refusals_total', { model: 'a', reason: '' })]: 0.1 + 0.2,
  };

  expect(writeExposition(values)).toBe(
    [
      '# HELP subsecond_refusals_total Requests without a prediction, by the problem that ended them; the label `model` is empty if the request could not be read.',
      '# TYPE subsecond_refusals_total counter',
      'subsecond_refusals_total{model="a",reason=""} 0.30000000000000004',
      '# HELP process_resident_memory_bytes Memory of a front process or the supervisor, without workers.',
      '# TYPE process_resident_memory_bytes gauge',
      'process_resident_memory_bytes 1e+21',
      '',
    ].join('\n'),
  );
});

it('a histogram counts each duration in every bucket that is wide enough', () => {
  const histogram = new Histogram();
  for (const seconds of [0.005, 0.0051, 0.3, 1, 99]) histogram.observe(seconds);

  const bucket = (le: number | string, count: number) =>
    `subsecond_request_duration_seconds_bucket{model="a",le="${le}"} ${count}`;
  expect(Object.entries(histogram.values('a')).map(([key, value]) => `${key} ${value}`)).toEqual([
    ...[0.005, 0.01, 0.025, 0.05, 0.1, 0.25].map((le) => bucket(le, le > 0.005 ? 2 : 1)),
    ...[0.5, 0.75, 1, 2.5, 5, 10].map((le) => bucket(le, le < 1 ? 3 : 4)),
    bucket('+Inf', 5),
    expect.stringMatching(/_sum\{model="a"\} 100\.3101/),
    'subsecond_request_duration_seconds_count{model="a"} 5',
  ]);
});
