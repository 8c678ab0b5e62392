import { describe, expect, it } from 'vitest';
import { startFixture } from '../helpers/fixture-service.ts';
import { PATIENT } from '../helpers/gateway.ts';
import { startHolding } from '../helpers/held-questions.ts';
import { taskFolder } from '../helpers/task-folder.ts';
import { type ParsedFamily, parseExposition } from './parse-exposition.ts';

/** A question whose answer is this. */
function ask(url: string, headers: object, statusCode = 200, body = '{}'): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ statusCode, headers, body }),
  });
}

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
  it('counts what became of the questions to each task', async () => {
    const tasks = [taskFolder('one'), taskFolder('two')];
    const { url } = await startFixture('as-told', { tasks });
    const conflict = '{"type":"urn:subsecond:problem:id-conflict","status":422}';
    const path = `${url}/v2/models/one/infer`;

    await ask(path, { 'x-subsecond-cache': 'miss', 'x-subsecond-members': '2/3; decided' });
    await ask(path, { 'x-subsecond-cache': 'hit', 'x-subsecond-members': '0/3' });
    await ask(path, { 'x-subsecond-cache': 'degraded', 'x-subsecond-members': '1/3; shortened' });
    await ask(path, { 'x-subsecond-late': 'written=2, lost=1, waiting=0' }, 422, conflict);
    await ask(path, {}, 400, '{"error":"no type"}');
    await ask(`${url}/tasks/two/explain`, {}, 500, '{}');

    const families = await scrape(url);
    const one = (name: string, labels: Record<string, string> = {}, suffix = '') =>
      sampleOf(families, name, { task: 'one', ...labels }, suffix);
    expect(one('subsecond_questions_total', { outcome: 'answered' })).toBe(3);
    expect(one('subsecond_questions_total', { outcome: 'refused' })).toBe(2);
    expect(sampleOf(families, 'subsecond_questions_total', { task: 'two', outcome: 'failed' })).toBe(1);
    expect(one('subsecond_refusals_total', { reason: 'id-conflict' })).toBe(1);
    expect(one('subsecond_refusals_total', { reason: 'status-400' })).toBe(1);
    expect(one('subsecond_cache_answers_total', { outcome: 'hit' })).toBe(1);
    expect(one('subsecond_cache_answers_total', { outcome: 'miss' })).toBe(1);
    expect(one('subsecond_cache_answers_total', { outcome: 'degraded' })).toBe(1);
    expect(one('subsecond_cache_late_answers_total', { outcome: 'written' })).toBe(2);
    expect(one('subsecond_cache_late_answers_total', { outcome: 'lost' })).toBe(1);
    expect(one('subsecond_members_asked_total')).toBe(3);
    expect(one('subsecond_lacking_answers_total', { outcome: 'shortened' })).toBe(1);
    expect(one('subsecond_question_duration_seconds', {}, '_count')).toBe(3);
    expect(one('subsecond_environments', { started: 'provisioned' })).toBe(1);
    expect(one('subsecond_environments_most')).toBe(1);
    expect(one('subsecond_waiting_questions')).toBe(0);
    expect(sampleOf(families, 'process_resident_memory_bytes', {})).toBeGreaterThan(1_000_000);
    expect(sampleOf(families, 'process_cpu_seconds_total', {})).toBeGreaterThan(0);
  });

  it('counts no looks at pages, at health or at itself as questions', async () => {
    const { url } = await startFixture('as-told');
    await fetch(`${url}/healthz`);
    await fetch(`${url}/metrics`, { method: 'HEAD' });
    await fetch(`${url}/v2/repository/index`, { method: 'POST' });

    const { samples } = (await scrape(url)).get('subsecond_questions_total')!;

    expect(samples.map(({ value }) => value)).toEqual([0, 0, 0]);
  });

  it("counts the gateway's own refusals by their problem, and what is no request at all", async () => {
    const { service, held, ask: askHeld } = await startHolding({ queue: false });
    const { url } = service;
    const first = askHeld();
    await held.gathered(1);
    const second = await ask(url, {});
    held.release();
    const statuses = [(await first).status, second.status];
    await fetch(url, { headers: { 'x-large': 'x'.repeat(20_000) } });

    const families = await scrape(url);

    expect(statuses).toEqual([200, 429]);
    expect(sampleOf(families, 'subsecond_refusals_total', { reason: 'too-busy' })).toBe(1);
    expect(sampleOf(families, 'subsecond_refusals_total', { task: '', reason: 'headers-too-large' })).toBe(1);
  });

  it('tells of deaths, and of the environment that has taken the place', async () => {
    const service = await startFixture('as-told');
    const pid = service.environments()[0]?.pid as number;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => service.environments()[0]?.pid ?? pid, PATIENT).not.toBe(pid);

    const families = await scrape(service.url);

    expect(families.get('subsecond_environment_deaths_total')?.samples[0]?.value).toBe(1);
    expect(sampleOf(families, 'subsecond_incidents_total', { incident: 'EnvironmentDeaths' })).toBe(1);
    expect(families.get('subsecond_environments')?.samples.map(({ value }) => value)).toEqual([1, 0]);
  });

  it('lies below the secret path, where there is one, and takes no POST', async () => {
    const { url } = await startFixture('as-told', { environment: { SECRET_PATH: 'hidden' } });

    const [open, hidden, posted] = await Promise.all([
      fetch(`${url}/metrics`),
      fetch(`${url}/hidden/metrics`),
      ask(`${url}/hidden/metrics`, {}, 404),
    ]);

    expect(await open.text()).toBe('told');
    expect(parseExposition(await hidden.text()).size).toBeGreaterThan(5);
    expect(posted.status).toBe(404);
  });
});
