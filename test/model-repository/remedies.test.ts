/** Models that need another export or other options. Each message says what to do. */
import { expect, it } from 'vitest';
import { folderWith } from '../support/fixtures.ts';
import { ELEMENT_TYPES, graph, type Node, type Value } from '../support/onnx-graph.ts';
import { made } from './support.ts';

const fileOf = (input: Value, nodes: readonly Node[], output: Value) =>
  folderWith({ 'odd.onnx': graph([input], nodes, [output]) });

const picture = (batch: number | string, side: number | string): Value => [
  'x',
  'FP32',
  [batch, 3, side, side],
];
const MEANS: readonly Node[] = [
  ['GlobalAveragePool', ['x'], ['means']],
  ['Flatten', ['means'], ['y']],
];
const LOCALE = { case_change_action: 'LOWER', locale: 'xx_XX.UTF-8' };

it.each<[what: string, file: string, options: string[], remedy: string]>([
  [
    'takes four pictures at once',
    fileOf(picture(4, 8), MEANS, ['y', 'FP32', [4, 3]]),
    [],
    'takes exactly 4 pictures at once: export it with a batch of 1 or of any size, in PyTorch with ' +
      'torch.onnx.export(…, dynamic_axes={"x": {0: "batch"}}), or serve its tensors with --pipeline tensor',
  ],
  [
    'takes pictures of any size',
    fileOf(picture('n', 'side'), MEANS, ['y', 'FP32', ['n', 3]]),
    [],
    'set --height 224, or another size, because the graph leaves it open; set --width 224, or another size, because',
  ],
  [
    'gives BF16',
    fileOf(
      ['x', 'FP32', ['n', 3]],
      [['Cast', ['x'], ['y'], { to: ELEMENT_TYPES.BF16 }]],
      ['y', 'BF16', ['n', 3]],
    ),
    [],
    'export it in FP32 or FP16, in PyTorch with model.float() or model.half()',
  ],
  [
    'has texts of a locale that is not there',
    fileOf(['x', 'BYTES', [1]], [['StringNormalizer', ['x'], ['y'], LOCALE]], ['y', 'BYTES', ['n']]),
    [],
    'export it with options={TfidfVectorizer: {"locale": "C.UTF-8"}} in to_onnx',
  ],
  [
    'is forced to be a model of texts',
    fileOf(picture(1, 8), MEANS, ['y', 'FP32', [1, 3]]),
    ['--pipeline', 'text-classification'],
    'needs its tokenizer in the same folder; without --pipeline, the model gets the pipeline image-classification',
  ],
  [
    'is forced to be a model of pictures',
    fileOf(['x', 'FP32', ['n', 3]], [['Identity', ['x'], ['y']]], ['y', 'FP32', ['n', 3]]),
    ['--pipeline', 'image-classification'],
    '; without --pipeline, the model gets the pipeline tensor',
  ],
])('A model that %s is refused with a remedy', async (_, file, options, remedy) => {
  await expect(made(file, ...options)).rejects.toThrow(remedy);
});

it('A note says how a model with one score per picture becomes a classifier', async () => {
  const { manifest, output } = await made(
    fileOf(['x', 'FP32', ['n', 1, 8, 8]], MEANS, ['y', 'FP32', ['n', 1]]),
  );

  expect(manifest.pipeline).toBe('tensor');
  expect(output).toContain('layers.Concatenate()([1 - score, score]), and give two labels with --labels');
});

it('Sizes can be set by the options that a message names', async () => {
  const open = fileOf(picture('n', 'side'), MEANS, ['y', 'FP32', ['n', 3]]);

  const { manifest } = await made(open, '--height', '224', '--width', '224');

  expect(manifest.input).toMatchObject({ height: 224, width: 224 });
});
