import { describe, expect, it } from 'vitest';
import { DARK, GREEN, plain } from '../../functions/support/pictures.ts';
import { PATIENT } from '../server/open-server.ts';
import { send, startTiny, tinyModel } from '../support/tiny-service.ts';
import { type ParsedFamily, parseExposition } from './parse-exposition.ts';

async function scrape(url: string): Promise<Map<string, ParsedFamily>> {
  const response = await fetch(`${url}/metrics`);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return parseExposition(await response.text());
}

/** The value of a family's sample with these labels, among others. */
function sampleOf(
  families: Map<string, ParsedFamily>,
  name: string,
  labels: Record<string, string>,
  suffix = '',
) {
  const found = families
    .get(name)
    ?.samples.filter(
      (sample) =>
        sample.name === name + suffix &&
        Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    );
  expect(found, `${name} ${JSON.stringify(labels)}`).toHaveLength(1);
  return found?.[0]?.value;
}

describe('GET /metrics', () => {
  it('counts what became of the requests to each model', async () => {
    const models = [tinyModel('one'), tinyModel('two')];
    const { url } = await startTiny({ models, cache: true });
    const [green, dark] = await Promise.all([GREEN, DARK].map((colour) => plain(colour).jpeg().toBuffer()));
    await send(url, 'one', 'a', green);
    await send(url, 'one', 'a', green);
    await send(url, 'one', 'a', dark);
    await send(url, 'one', undefined, Buffer.from('no picture'));
    await send(url, 'two');

    const families = await scrape(url);

    const one = (name: string, labels: Record<string, string> = {}, suffix = '') =>
      sampleOf(families, name, { model: 'one', ...labels }, suffix);
    expect(one('subsecond_requests_total', { outcome: 'succeeded' })).toBe(2);
    expect(one('subsecond_requests_total', { outcome: 'refused' })).toBe(2);
    expect(sampleOf(families, 'subsecond_requests_total', { model: 'two', outcome: 'succeeded' })).toBe(1);
    expect(one('subsecond_refusals_total', { reason: 'id-conflict' })).toBe(1);
    expect(one('subsecond_refusals_total', { reason: 'image-format' })).toBe(1);
    expect(one('subsecond_cache_lookups_total', { outcome: 'hit' })).toBe(1);
    expect(one('subsecond_cache_lookups_total', { outcome: 'miss' })).toBe(1);
    expect(one('subsecond_member_runs_total')).toBeGreaterThanOrEqual(2);
    expect(one('subsecond_request_duration_seconds', {}, '_count')).toBe(2);
    expect(one('subsecond_workers')).toBe(1);
    expect(one('subsecond_waiting_requests')).toBe(0);
    expect(sampleOf(families, 'process_resident_memory_bytes', {})).toBeGreaterThan(1_000_000);
    expect(sampleOf(families, 'process_cpu_seconds_total', {})).toBeGreaterThan(0);
  });

  it('counts no looks at pages, at health or at itself as requests', async () => {
    const { url } = await startTiny();
    await fetch(`${url}/healthz`);
    await fetch(`${url}/metrics`, { method: 'HEAD' });
    await fetch(`${url}/v2/repository/index`, { method: 'POST' });

    const { samples } = (await scrape(url)).get('subsecond_requests_total')!;

    expect(samples.map(({ value }) => value)).toEqual([0, 0, 0]);
  });

  it("counts the server's own refusals by their problem, and what is no request at all", async () => {
    const { url } = await startTiny();
    await fetch(`${url}/predictions/colours`, { method: 'POST', body: new Uint8Array(11_000_000) });
    await fetch(url, { headers: { 'x-large': 'x'.repeat(20_000) } });

    const families = await scrape(url);

    const refused = { model: 'colours', reason: 'request-too-large' };
    expect(sampleOf(families, 'subsecond_refusals_total', refused)).toBe(1);
    expect(sampleOf(families, 'subsecond_refusals_total', { model: '', reason: 'headers-too-large' })).toBe(
      1,
    );
  });

  it.skipIf(process.platform === 'win32')(
    'tells of deaths, and of the worker that has taken the place',
    async () => {
      const service = await startTiny();
      const pid = service.workers()[0]?.pid as number;
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => service.workers()[0]?.pid ?? pid, PATIENT).not.toBe(pid);

      const families = await scrape(service.url);

      expect(families.get('subsecond_worker_deaths_total')?.samples[0]?.value).toBe(1);
      expect(sampleOf(families, 'subsecond_incidents_total', { incident: 'WorkerDeaths' })).toBe(1);
      expect(sampleOf(families, 'subsecond_workers', { model: 'colours' })).toBe(1);
    },
  );

  it('needs the key, where there is one, and takes no POST', async () => {
    const { url } = await startTiny({ apiKey: 'key' });
    const headers = { authorization: 'Bearer key' };

    const [stranger, scraper, posted] = await Promise.all([
      fetch(`${url}/metrics`),
      fetch(`${url}/metrics`, { headers }),
      fetch(`${url}/metrics`, { method: 'POST', headers }),
    ]);

    expect([stranger.status, scraper.status, posted.status]).toEqual([401, 200, 404]);
    expect(parseExposition(await scraper.text()).size).toBeGreaterThan(5);
  });

  it("stays where it is with a deployment's SECRET_PATH, which guards nothing here", async () => {
    const { url } = await startTiny({ environment: { SECRET_PATH: 'hidden' } });

    const statuses = await Promise.all(
      ['/metrics', '/labels', '/hidden/labels'].map(async (path) => (await fetch(url + path)).status),
    );

    expect(statuses).toEqual([200, 200, 404]);
  });
});
