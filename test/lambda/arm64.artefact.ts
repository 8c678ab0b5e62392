import { expect, it, onTestFinished } from 'vitest';
import { layOutForArm, layOutForLambda } from './artefacts.ts';
import { startFunction } from './function.ts';
import { explainSamples, source } from './samples.ts';

/** Time-out in seconds. Emulation is about a hundred times slower than a real processor. */
const PATIENCE = 120;

/** Emulation takes seconds per picture, so only every tenth sample is used. */
const samples = source.samples.filter((_, index) => index % 10 === 0);

it('bundle and layers for arm64 predict the samples as those for x86_64 do', async () => {
  const x86 = await startFunction(await layOutForLambda());
  onTestFinished(() => x86.stop());
  const onX86 = await explainSamples(x86, samples);

  const variables = { DEADLINE_MILLISECONDS: String(1000 * PATIENCE) };
  const arm = await startFunction(await layOutForArm(), { variables, seconds: PATIENCE });
  onTestFinished(() => arm.stop());
  const began = performance.now();
  const onArm = await explainSamples(arm, samples);

  const seconds = [arm.startMilliseconds, performance.now() - began].map((time) => (time / 1000).toFixed(0));
  console.log(
    `Emulated arm64: seconds for the start, and for ${samples.length} samples: ${seconds.join(', ')}`,
  );
  const predicted = (responses: typeof onX86) =>
    responses.map(({ prediction, members }) => [prediction, members.length]);
  expect(predicted(onArm)).toEqual(predicted(onX86));
  // The confidence may differ slightly, because INT8 may round a value the other way.
  for (const [index, { confidence }] of onArm.entries()) {
    expect(Math.abs(confidence - onX86[index]!.confidence)).toBeLessThan(0.03);
  }
});
