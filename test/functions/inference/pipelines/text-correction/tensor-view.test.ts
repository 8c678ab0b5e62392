import { describe, expect, it } from 'vitest';
import type { Tensor, Tensors } from '../../../../../functions/inference/model/tensors.ts';
import { pairsIn } from '../../../../../functions/inference/pipelines/text/tensor-view.ts';
import { sentenceTensors } from '../../../../../functions/inference/pipelines/text-correction/pipeline.ts';
import { Problem } from '../../../../../functions/inference/problems/problems.ts';
import { TINY_CORRECTION } from '../../../../support/correction-model.ts';
import { bodyOf, post, request } from '../../../support/requests.ts';
import { quietService } from '../../../support/tiny.ts';

const texts = (...sentences: (string | Uint8Array)[]): Tensor => ({
  datatype: 'BYTES',
  shape: [sentences.length],
  data: sentences.map((sentence) => (typeof sentence === 'string' ? Buffer.from(sentence) : sentence)),
});

describe('sentences as tensors', () => {
  it('are read byte for byte, the most probable first', () => {
    const hypotheses = ['\ufeff再見🙂', '', ' a\u0000'];

    expect(sentenceTensors.input({ hypotheses: texts(...hypotheses) }, [])).toEqual({ hypotheses });
  });

  const number: Tensor = { datatype: 'INT32', shape: [1], data: Int32Array.of(1) };
  it.each<[string, Tensors, string]>([
    ['no sentence', { hypotheses: texts() }, '1 to 100 elements, not 0'],
    ['too many of them', { hypotheses: texts(...Array<string>(101).fill('a')) }, 'to 100 elements, not 101'],
    ['one not in UTF-8', { hypotheses: texts('a', Uint8Array.of(0xe5, 0x86)) }, 'UTF-8; element 1 is not'],
    ['another name', { text: texts('a') }, 'There is no input "text"; available: "hypotheses".'],
    ['something besides', { hypotheses: texts('a'), n: texts('a') }, 'There is no input "n"'],
    ['nothing', {}, 'Input "hypotheses" must be BYTES [-1], and is missing.'],
    ['another shape', { hypotheses: { ...texts('a'), shape: [1, 1] } }, 'not BYTES [1, 1]'],
    ['another datatype', { hypotheses: number }, 'must be BYTES [-1], not INT32 [1]'],
  ])('are refused where there is %s', (_, tensors, words) => {
    const read = () => sentenceTensors.input(tensors, []);

    expect(read).toThrow(Problem);
    expect(read).toThrow(words);
  });
});

it('An unknown tensor beside pairs of texts is refused with a list of the inputs', () => {
  const tensors = { text: texts('a'), text_pair: texts('b'), n: texts('c') };

  expect(() => pairsIn(tensors)).toThrow('There is no input "n"; available: "text", "text_pair".');
});

it('A model of sentences returns the outputs of its metadata with the Open Inference Protocol', async () => {
  const service = await quietService({ MODEL_DIRECTORY: TINY_CORRECTION });
  const metadata = bodyOf(await service(request('GET', '/v2/models/sentences')));
  const inputs = [{ name: 'hypotheses', datatype: 'BYTES', shape: [2], data: ['在見', '再件'] }];

  const response = await service(post(JSON.stringify({ inputs }), '/v2/models/sentences/infer'));
  const outputs = bodyOf(response).outputs as Record<string, unknown>[];

  expect(metadata.inputs).toEqual([{ name: 'hypotheses', datatype: 'BYTES', shape: [-1] }]);
  expect(outputs.map(({ data: _, ...output }) => output)).toEqual(metadata.outputs);
  expect(outputs).toMatchObject([
    { name: 'text', data: ['再見'] },
    { name: 'confidence' },
    { name: 'hypothesis', data: [0] },
  ]);
});
