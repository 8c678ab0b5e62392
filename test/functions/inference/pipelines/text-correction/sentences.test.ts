import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  packPrediction,
  type SentencePrediction,
} from '../../../../../functions/inference/pipelines/text-correction/prediction.ts';
import { TINY_CORRECTION } from '../../../../support/correction-model.ts';
import { ensembleIn } from '../../../support/tiny.ts';

/** Text that a speech recogniser or an attacker might send. */
const piece = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('在見', '再家', ...'今天添件加你。aＡ') },
  fc.constantFrom(...'🙂 👨‍👩‍👧 𠮷 \ud83d \ude42 e\u0301 <htr> ｶﾞ ① \0 \n \ufeff İ ﷽'.split(' ')),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const sentence = fc.string({ unit: piece, maxLength: 20 });

const ensemble = await ensembleIn(TINY_CORRECTION);

describe('any sentence', () => {
  it('is served, and changed only at places that the response names', async () => {
    const { pipeline } = ensemble;
    let corrected = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(sentence, { minLength: 1, maxLength: 3 }), async (hypotheses) => {
        const { output, votes } = await ensemble.predict({ hypotheses });
        const { text, hypothesis, confidence, places } = output as SentencePrediction;

        const characters = [...hypotheses[hypothesis]!];
        for (const { index, heard, prediction, alternatives } of places) {
          expect(characters[index]).toBe(heard);
          characters[index] = prediction;
          expect(alternatives.length).toBeLessThanOrEqual(5);
          expect(alternatives.map((one) => one.text)).toEqual(expect.arrayContaining([heard, prediction]));
          if (prediction !== heard) corrected += 1;
        }
        expect(text).toBe(characters.join(''));
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
        expect(pipeline.unpack(pipeline.pack(output))).toEqual(output);
        JSON.stringify([pipeline.explain(votes, output), pipeline.summary(output)]);
        pipeline.tensors.output(output, ['text', 'confidence', 'hypothesis']);
      }),
      { numRuns: 200 },
    );
    expect(corrected).toBeGreaterThan(20);
  });

  it('takes little more in the cache than its characters, so it is billed as one unit', () => {
    const alternatives = [...'天添田甜填'].map((text) => ({ text, probability: 0.1234 }));
    const place = { index: 7, heard: '添', prediction: '天', alternatives };
    const places = Array(8).fill(place);

    const packed = packPrediction({ text: '天'.repeat(40), confidence: 0.1234, hypothesis: 3, places });

    expect(Buffer.byteLength(packed)).toBeLessThan(700);
  });
});
