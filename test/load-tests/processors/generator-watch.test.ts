import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { GeneratorRecord, StallRecord } from '../../../load-tests/client/records.ts';
import { watchGenerator } from '../../../load-tests/processors/generator-watch.ts';

it('the watch of the load generator records when and how long it stalled, and how busy it was', async () => {
  const records: (GeneratorRecord | StallRecord)[] = [];
  watchGenerator((record) => records.push(record));
  await sleep(30);

  const began = performance.timeOrigin + performance.now();
  const end = performance.now() + 300;
  while (performance.now() < end);
  const second = () => records.find((record) => record.kind === 'generator');
  await expect.poll(second).toBeDefined();

  const stalls = records.filter((record) => record.kind === 'stall');
  const ours = stalls.find(({ at, milliseconds }) => Math.abs(at - began) < milliseconds);
  expect(ours?.milliseconds).toBeGreaterThan(280);
  expect(second()?.busy).toBeGreaterThan(0.05);
});
