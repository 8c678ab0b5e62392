import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layOutForArm, layOutForLambda } from './artefacts.ts';
import { LambdaFunction } from './function.ts';
import { explainSamples, type SampleResponse, source } from './samples.ts';

/** Seconds an emulated processor may take for what takes a real one a hundredth of it. */
const PATIENCE = 120;

/** Emulation takes seconds for a picture. */
const samples = source.samples.filter((_, index) => index % 10 === 0);

let onX86: SampleResponse[];
let onArm: SampleResponse[];
let arm: LambdaFunction | undefined;

beforeAll(async () => {
  const x86 = await LambdaFunction.start(await layOutForLambda());
  onX86 = await explainSamples(x86, samples);
  await x86.stop();

  const command = await layOutForArm();
  const start = performance.now();
  const variables = { DEADLINE_MILLISECONDS: String(1000 * PATIENCE) };
  arm = await LambdaFunction.start(command, { variables, seconds: PATIENCE });
  const ready = performance.now();
  onArm = await explainSamples(arm, samples);
  const [loading, predicting] = [ready - start, performance.now() - ready].map((time) =>
    (time / 1000).toFixed(0),
  );
  console.log(
    `Emulated arm64: loaded in ${loading} s, ${samples.length} samples predicted in ${predicting} s`,
  );
});

afterAll(() => arm?.stop());

describe('bundle and layers for arm64', () => {
  it('predict the samples as those for x86_64 do', () => {
    expect(onArm.map(({ prediction }) => prediction)).toEqual(onX86.map(({ prediction }) => prediction));
  });

  it('are as sure of them, but for a value that INT8 rounds the other way', () => {
    for (const [index, { confidence }] of onArm.entries()) {
      expect(Math.abs(confidence - (onX86[index]?.confidence ?? Number.NaN))).toBeLessThan(0.03);
    }
  });

  it('run as many members', () => {
    expect(onArm.map(({ members }) => members.length)).toEqual(onX86.map(({ members }) => members.length));
  });
});
