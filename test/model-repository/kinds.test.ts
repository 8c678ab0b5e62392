/** Messages for exports that only the pipeline `tensor` serves, or that do not fit the pipeline that an option names. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { TINY_ENTITIES } from '../support/entity-model.ts';
import { type Files, folderWith } from '../support/fixtures.ts';
import { ELEMENT_TYPES, graph, type Node, type Value, withMetadata } from '../support/onnx-graph.ts';
import { made } from './support.ts';

const TOKENS: readonly Value[] = [
  ['input_ids', 'INT64', ['n', 'l']],
  ['attention_mask', 'INT64', ['n', 'l']],
];
const PICTURE: readonly Value[] = [['pixel_values', 'FP32', ['n', 3, 8, 8]]];

/** A model whose outputs are copies of its first input. */
function copies(inputs: readonly Value[], outputs: readonly string[]): Buffer {
  const [[first, , shape]] = inputs as [Value];
  const cast = (name: string): Node => ['Cast', [first], [name], { to: ELEMENT_TYPES.FP32 }];
  return graph(
    inputs,
    outputs.map(cast),
    outputs.map((name): Value => [name, 'FP32', shape]),
  );
}

/** A model that returns scores for each token. */
function scoresOfTokens(): Buffer {
  const nodes: Node[] = [
    ['Gather', ['attention_mask', 'input_ids'], ['gathered']],
    ['Cast', ['gathered'], ['logits'], { to: ELEMENT_TYPES.FP32 }],
  ];
  return graph(TOKENS, nodes, [['logits', 'FP32', ['n', 'l', 'labels']]]);
}

/** A folder with a tokenizer, as Optimum exports it. */
function exported(files: Files, architecture?: string): string {
  const config = architecture && { 'config.json': { architectures: [architecture] } };
  return folderWith({ ...files, ...config, 'tokenizer.json': 'tiny-entities/tokenizer.json' });
}

const ANSWERS = copies(TOKENS, ['start_logits', 'end_logits']);
const TOWERS = copies(TOKENS, ['text_embeds', 'image_embeds']);
const DECODER = copies([...TOKENS, ['encoder_hidden_states', 'FP32', ['n', 'l', 8]]], ['logits']);
const SOUND: readonly Value[] = [['input_features', 'FP32', ['n', 80, 'l']]];

it.each<[is: string, bytes: Buffer, architecture?: string]>([
  ['a question answering model (BertForQuestionAnswering)', ANSWERS, 'BertForQuestionAnswering'],
  ['a question answering model', ANSWERS],
  ['a masked language model (BertForMaskedLM)', scoresOfTokens(), 'BertForMaskedLM'],
  ['a language model that writes text (GPT2LMHeadModel)', scoresOfTokens(), 'GPT2LMHeadModel'],
  [
    'a sequence-to-sequence model (T5ForConditionalGeneration)',
    copies(TOKENS, ['last_hidden_state']),
    'T5ForConditionalGeneration',
  ],
  ['a sequence-to-sequence model', DECODER],
  [
    'a segmentation model (SegformerForSemanticSegmentation)',
    copies(PICTURE, ['logits']),
    'SegformerForSemanticSegmentation',
  ],
  [
    'a model that reads text in pictures (OCR) (VisionEncoderDecoderModel)',
    copies(PICTURE, ['logits']),
    'VisionEncoderDecoderModel',
  ],
  [
    'a model of audio (WhisperForConditionalGeneration)',
    copies(SOUND, ['logits']),
    'WhisperForConditionalGeneration',
  ],
  ['a model of audio', copies(SOUND, ['logits'])],
  ['a model with a tower for texts and a tower for pictures (CLIPModel)', TOWERS, 'CLIPModel'],
  ['a segmentation model', withMetadata(copies(PICTURE, ['output0']), { task: 'segment' })],
  ['a pose estimator', withMetadata(copies(PICTURE, ['output0']), { task: 'pose' })],
  ['a detector of oriented boxes', withMetadata(copies(PICTURE, ['output0']), { task: 'obb' })],
  ['a model that reads text in pictures (OCR)', withMetadata(copies(PICTURE, ['y']), { character: 'a' })],
])('%s is served as tensors, with a note', async (is, bytes, architecture) => {
  const { manifest, output } = await made(exported({ 'model.onnx': bytes }, architecture));

  expect(manifest.pipeline).toBe('tensor');
  expect(output).toContain(
    `note     it is ${is}, which has no pipeline here: its tensors are served as they are\n`,
  );
  expect(output).not.toContain('takes tokens');
});

it.each([
  ['it gives a map of a picture, as models of segmentation', PICTURE, {}],
  [
    'its inputs and outputs are those of no other pipeline',
    [['x', 'FP32', ['n', 3, 8]]],
    { character: 'text' },
  ],
] as const)('A model is served as tensors, with a note: %s', async (note, inputs, metadata) => {
  const { manifest, output } = await made(
    exported({ 'model.onnx': withMetadata(copies(inputs, ['y']), metadata) }),
  );

  expect(manifest.pipeline).toBe('tensor');
  expect(output).toContain(`note     ${note}`);
});

it('A folder with an unknown output gets no advice to add its existing tokenizer', async () => {
  const { output } = await made(exported({ 'model.onnx': scoresOfTokens() }));

  expect(output).toContain('it takes tokens, but none of its outputs is known here: docs/texts.md lists');
});

const SEVERAL = ['decoder_model.onnx', 'encoder_model.onnx'];

it.each<[names: string[], is: string]>([
  [SEVERAL, ': together they are a sequence-to-sequence model, for which there is no pipeline'],
  [
    ['text_model.onnx', 'vision_model.onnx'],
    ': together they are a model with a tower for texts and a tower for pictures, for which there is no pipeline',
  ],
  [['one.onnx', 'other.onnx'], ''],
])('A folder with %j lists the files to choose from', async (names, is) => {
  const folder = exported(Object.fromEntries(names.map((name) => [name, ANSWERS])));

  for (const options of [[], ['--name', 'mine']])
    await expect(made(folder, ...options)).rejects.toThrow(
      `${folder} holds ${names.join(', ')}${is}; name the file to serve, such as npm start -- ${path.join(folder, names[0]!)}`,
    );
});

it.each([
  [
    'feature-extraction',
    TINY_ENTITIES,
    'the model is a token classifier (BertForTokenClassification), which pipeline token-classification serves; leave the option out',
  ],
  ['text-classification', TINY_ENTITIES, 'the model is a token classifier'],
  [
    'feature-extraction',
    exported({ 'model.onnx': scoresOfTokens() }, 'BertForMaskedLM'),
    'the model is a masked language model (BertForMaskedLM), which pipeline tensor serves; leave the option out',
  ],
])('--pipeline %s is refused for another kind of model: %#', async (pipeline, folder, why) => {
  await expect(made(folder, '--pipeline', pipeline)).rejects.toThrow(
    `--pipeline ${pipeline} does not fit: ${why}`,
  );
});

it('--pipeline tensor serves every model, and feature-extraction those with hidden states', async () => {
  const states = exported({ 'model.onnx': copies(TOKENS, ['sentence_embedding']) }, 'MPNetForMaskedLM');

  expect((await made(TINY_ENTITIES, '--pipeline', 'tensor')).manifest.pipeline).toBe('tensor');
  expect((await made(states)).manifest.pipeline).toBe('feature-extraction');
});
