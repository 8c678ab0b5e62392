import { expect, it } from 'vitest';
import { type BenchMeans, describeRun } from '../../../bench/mode.ts';
import type { BenchOptions } from '../../../bench/options.ts';
import { roofSeconds } from '../../../bench/roofline/machine-limits.ts';
import { benchRoofline } from '../../../bench/roofline/measure.ts';
import { openRequestSource } from '../../../model-repository/request-source.ts';
import { tensorModel } from '../../support/tiny-model.ts';

const limits = { float: 1000, integer: 4000, bandwidth: 100 };
const operations = { float: 2000, integer: 4000, uncounted: [] };

it.each([
  [600, 6],
  [100, 3],
])(
  'a member takes as long as arithmetic, of either kind, or memory: %i bytes of activations',
  (activations, seconds) => {
    expect(roofSeconds({ operations, traffic: { parameters: 0, activations } }, limits)).toBe(seconds);
  },
);

it('a batch is the same request, as often as wanted', async () => {
  const model = await openRequestSource({ model: tensorModel({ batch: { largest: 2 } }) });

  const means = { run: describeRun(model) } as BenchMeans;
  const { lines, measurements } = await benchRoofline(model, { seconds: 0.01 } as BenchOptions, means);

  expect(lines.join('\n')).toMatch(/\nfirst\nin a batch .*(\n +(1|2|4|8|16|32) .* %){6}\n\nsecond\n/);
  const { batches } = measurements.members[0]!;
  const [alone, many] = [batches[0]!, batches[5]!];
  expect(many).toMatchObject({ requests: 32, traffic: { parameters: alone.traffic.parameters } });
  expect(many.traffic.activations).toBe(32 * alone.traffic.activations);
  expect(many.operations.float).toBe(32 * alone.operations.float);
});
