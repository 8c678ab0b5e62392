import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openRequestSource } from '../../model-repository/request-source.ts';
import { programFile } from '../../project/paths.ts';
import { childrenOf, isAlive } from '../support/processes.ts';
import type { Fault, Stage } from './faults.ts';
import { formatReport } from './report.ts';
import { breakService, type Terms } from './soak.ts';

const PROGRAM = join(import.meta.dirname, 'fixtures/faulty-start.ts');
const TERMS = { minutes: 0.1, seed: 2026, workers: 1, memoryRequests: 40, program: PROGRAM };

/** Number of ids with responses before the fault. The fault `dropped` removes a tenth of the responses. */
const ENTRIES = 400;

/** Triggers the fixture's fault when the cache has enough responses, and not while the soak measures capacity or memory. */
const SPOIL: Fault = {
  name: 'the fault of the fixture',
  async inflict({ service, ledger }) {
    while (ledger.entries.length < ENTRIES) await delay(50);
    await fetch(`${service.url}/healthz`, { headers: { 'x-spoil': 'once' } });
  },
};

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
  ['one altered response', 'altered', 'changed', 1, {}],
  ['one response in ten dropped', 'dropped', 'lost', 20, {}],
  ['one pause', 'hung', 'hung', 1, {}],
  ['20 KB of each request kept', 'leaking', 'memory', 1, { memoryRequests: 2400, minutes: 0.01 }],
])('a service with %s fails', async (_, fault, wrong, findings, terms) => {
  const report = await watch(fault, terms, [SPOIL]);

  expect(report.passed).toBe(false);
  expect(report.findings.filter(({ what }) => what === wrong).length).toBeGreaterThanOrEqual(findings);
});

test('a sound service of several models passes, and every response is requested again', async () => {
  const report = await watch('none', { models: ['digits', 'handwriting'], minutes: 0.05 });

  expect(report, formatReport(report)).toMatchObject({ passed: true, models: ['digits', 'handwriting'] });
  expect(report.repeated).toBeGreaterThan(50);
});

test('a soak that ends with its own error sends nothing more', async () => {
  const failing = vi.fn<Fault['inflict']>().mockRejectedValue(new Error('the soak failed'));
  const faults = [{ name: 'the soak fails', inflict: failing }];

  await expect(watch('none', {}, faults)).rejects.toThrow('the soak failed');

  const [[{ clients, ledger }]] = failing.mock.calls as [[Stage]];
  await delay(1000);
  const seen = () => structuredClone([clients.counts, ledger.findings]);
  const before = seen();
  await delay(1000);
  expect(seen()).toEqual(before);
});

test('a soak that two signals end leaves no process behind', async () => {
  const command = [programFile('bin/soak'), 'digits', '--workers', '1'];
  const soak = spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'pipe'] });
  const calm = Promise.withResolvers<void>();
  soak.stderr.on('data', (text) => String(text).includes('calm') && calm.resolve());
  await calm.promise;
  const services = childrenOf(soak.pid!);
  const family = [...services, ...services.flatMap(childrenOf)];

  const ended = once(soak, 'exit');
  soak.kill('SIGTERM');
  await delay(1000);
  soak.kill('SIGTERM');
  await ended;

  expect(family.length).toBeGreaterThan(1);
  await vi.waitFor(() => expect(family.filter(isAlive)).toEqual([]), 20_000);
});
