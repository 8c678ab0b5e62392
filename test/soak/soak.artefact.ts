import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openRequestSource } from '../../model-repository/request-source.ts';
import type { Clients } from './clients.ts';
import type { Fault } from './faults.ts';
import { formatReport } from './report.ts';
import { breakService, type Terms } from './soak.ts';

const PROGRAM = join(import.meta.dirname, 'fixtures/faulty-start.ts');
const MINUTES = 0.1;

async function watch(
  fault: string,
  { models = ['digits'], ...terms }: Partial<Terms> & { models?: string[] },
  faults: readonly Fault[] = [],
) {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.stubEnv('FAULT', fault);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const sources = await Promise.all(models.map((model) => openRequestSource({ model })));
  return breakService(sources, faults, {
    minutes: MINUTES,
    seed: 2026,
    workers: 1,
    memoryRequests: 40,
    program: PROGRAM,
    ...terms,
  });
}

const OUTCOMES = [
  { fault: 'altered', wrong: 'changed', findings: 1 },
  { fault: 'dropped', wrong: 'lost', findings: 20 },
  { fault: 'hung', wrong: 'hung', findings: 1 },
] as const;

test.each(OUTCOMES)(
  'a service with one $fault part of many fails',
  async ({ fault, wrong, findings }) => {
    const report = await watch(fault, {});
    expect(report.wrongs[wrong]).toBeGreaterThanOrEqual(findings);
    expect(report.passed).toBe(false);
  },
  60_000,
);

test('a service that keeps 20 KB of each request fails', async () => {
  const report = await watch('leaking', { memoryRequests: 2400, minutes: 0.01 });
  expect(report).toMatchObject({ passed: false, complaints: [expect.stringMatching(/^memory grows by/)] });
}, 60_000);

test('a sound service of several models passes, and every response is requested again', async () => {
  const report = await watch('none', { models: ['digits', 'handwriting'], minutes: 0.05 });
  expect(report, formatReport(report)).toMatchObject({ passed: true, models: ['digits', 'handwriting'] });
  expect(report.repeated).toBeGreaterThan(50);
}, 60_000);

test('a soak that fails itself sends nothing more', async () => {
  let clients: Clients | undefined;
  const failing: Fault = {
    name: 'the soak fails',
    family: 'front',
    inflict: (stage) => {
      clients = stage.clients;
      return Promise.reject(new Error('the soak failed'));
    },
  };
  await expect(watch('none', {}, [failing])).rejects.toThrow('the soak failed');
  await delay(1000);
  const wrongs = { ...clients!.wrongs };
  await delay(1000);
  expect(clients!.wrongs).toEqual(wrongs);
}, 60_000);
