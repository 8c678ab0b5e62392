import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openRequestSource } from '../../model-repository/request-source.ts';
import type { Fault, Stage } from './faults.ts';
import { formatReport } from './report.ts';
import { breakService, type Terms } from './soak.ts';

const PROGRAM = join(import.meta.dirname, 'fixtures/faulty-start.ts');
const TERMS = { minutes: 0.1, seed: 2026, workers: 1, memoryRequests: 40, program: PROGRAM };

async function watch(
  fault: string,
  { models = ['digits'], ...terms }: Partial<Terms> & { models?: string[] },
  faults: readonly Fault[] = [],
) {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.stubEnv('FAULT', fault);
  onTestFinished(() => void vi.unstubAllEnvs());
  const sources = await Promise.all(models.map((model) => openRequestSource({ model })));
  return breakService(sources, faults, { ...TERMS, ...terms });
}

test.each([
  ['altered', 'changed', 1],
  ['dropped', 'lost', 20],
  ['hung', 'hung', 1],
] as const)('a service with one %s part of many fails', async (fault, wrong, findings) => {
  const report = await watch(fault, {});

  expect(report.wrongs[wrong]).toBeGreaterThanOrEqual(findings);
  expect(report.passed).toBe(false);
});

test('a service that keeps 20 KB of each request fails', async () => {
  const report = await watch('leaking', { memoryRequests: 2400, minutes: 0.01 });

  expect(report).toMatchObject({ passed: false, complaints: [expect.stringMatching(/^memory grows by/)] });
});

test('a sound service of several models passes, and every response is requested again', async () => {
  const report = await watch('none', { models: ['digits', 'handwriting'], minutes: 0.05 });

  expect(report, formatReport(report)).toMatchObject({ passed: true, models: ['digits', 'handwriting'] });
  expect(report.repeated).toBeGreaterThan(50);
});

test('a soak that fails itself sends nothing more', async () => {
  const failing = vi.fn<Fault['inflict']>().mockRejectedValue(new Error('the soak failed'));
  const faults = [{ name: 'the soak fails', family: 'front', inflict: failing } as const];

  await expect(watch('none', {}, faults)).rejects.toThrow('the soak failed');

  const [[{ clients }]] = failing.mock.calls as [[Stage]];
  await delay(1000);
  const wrongs = { ...clients.wrongs };
  await delay(1000);
  expect(clients.wrongs).toEqual(wrongs);
});
