import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plain, RED } from '../functions/support/pictures.ts';
import { bodyOf, post } from '../functions/support/requests.ts';
import { quietService } from '../functions/support/tiny.ts';
import { folderWith } from '../support/fixtures.ts';
import { ELEMENT_TYPES, graph, withMetadata } from '../support/onnx-graph.ts';
import { made, stranger } from './support.ts';

const EMBEDS = { 'model.onnx': 'tiny-vision/embeds.onnx' };
const TOKENS = { 'model.onnx': 'tiny-vision/tokens.onnx' };
const architecture = (name: string) => ({ 'config.json': { architectures: [name] } });
const timm = (num_classes: number, num_features: number) => ({
  'config.json': { num_classes, num_features },
});
const [EMBEDDINGS, CLASSIFIER] = ['image-feature-extraction', 'image-classification'];
/** A model with one output of three numbers. The output's name does not reveal the pipeline. */
const LINEAR = {
  'model.onnx': 'strangers/colours.onnx',
  'colours.onnx.data': 'strangers/colours.onnx.data',
};

/** A classifier of pictures of any size. */
const OPEN = graph(
  [['images', 'FP32', ['n', 3, 'h', 'w']]],
  [
    ['GlobalAveragePool', ['images'], ['means']],
    ['Flatten', ['means'], ['output0']],
  ],
  [['output0', 'FP32', ['n', 3]]],
);

const MAP = graph(
  [['images', 'FP32', ['n', 3, 8, 8]]],
  [['Relu', ['images'], ['map']]],
  [['map', 'FP32', ['n', 3, 8, 8]]],
);

describe('A model of pictures gives', () => {
  it.each([
    ['embeddings, as its output says', EMBEDS, {}, [], EMBEDDINGS],
    ['embeddings, as the states of its tokens say', TOKENS, {}, [], EMBEDDINGS],
    ['embeddings, as config.json says', LINEAR, architecture('Dinov2Model'), [], EMBEDDINGS],
    ['embeddings, as config.json of timm says', LINEAR, timm(0, 8), [], EMBEDDINGS],
    ['embeddings, as their size in config.json of timm says', LINEAR, timm(10, 3), [], EMBEDDINGS],
    ['embeddings, as an option says', LINEAR, {}, ['--pipeline', EMBEDDINGS], EMBEDDINGS],
    ['labels, as config.json says', LINEAR, architecture('ViTForImageClassification'), [], CLASSIFIER],
    ['labels, as config.json of timm says', LINEAR, timm(3, 8), [], CLASSIFIER],
    ['labels, as an option says', EMBEDS, {}, ['--scores', 'logits'], CLASSIFIER],
    ['a map, whatever config.json of timm says', { 'model.onnx': MAP }, timm(0, 8), [], 'tensor'],
  ])('%s', async (_, model, beside, options, pipeline) => {
    expect((await made(folderWith({ ...model, ...beside }), ...options)).manifest.pipeline).toBe(pipeline);
  });

  it('labels by default, and the report says how to get embeddings', async () => {
    const { manifest, output } = await made(stranger('colours.onnx'));

    expect(manifest).toMatchObject({ pipeline: 'image-classification', labels: { count: 3 } });
    expect(output).toMatch(
      /if "linear" is an embedding, not scores, use --pipeline image-feature-extraction/,
    );
  });
});

describe('The configuration beside a model of pictures', () => {
  const LABELS = { id2label: { 0: 'ant', 1: 'bee', 2: 'cat' } };
  const VIT = { size: { height: 32, width: 32 }, image_mean: [0.5, 0.5, 0.5], image_std: [0.25, 0.25, 0.25] };
  const CLIP = { size: { shortest_edge: 32 }, do_center_crop: true, crop_size: { height: 32, width: 32 } };
  const TIMM = { input_size: [3, 32, 32], crop_pct: 0.9, mean: [0.5, 0.5, 0.5], std: [0.25, 0.25, 0.25] };
  const ofTimm = (fields: object) => ({ pretrained_cfg: { ...TIMM, ...fields } });
  const inputOf = async (processor: object, ...options: string[]) => {
    const beside = { 'config.json': { ...LABELS, ...processor }, 'preprocessor_config.json': processor };
    return made(folderWith({ ...LINEAR, ...beside }), ...options);
  };

  it.each([
    ['sides, means and deviations', VIT, { width: 32, height: 32, fit: 'fill', mean: 0.5, deviation: 0.25 }],
    ['a crop of the shorter side', CLIP, { width: 32, height: 32, resize: 32, crop: 'down' }],
    [
      'a crop that keeps a share',
      { size: { shortest_edge: 32 }, crop_pct: 0.875 },
      { width: 32, resize: 36, crop: 'down' },
    ],
    ['a filter', { ...VIT, resample: 3 }, { resample: 'bicubic', fit: 'fill' }],
    ['no normalisation', { ...VIT, do_normalize: false }, { mean: 0, deviation: 1, scale: 1 / 255 }],
    ['pixels as they are', { ...VIT, do_rescale: false }, { scale: 1 }],
    ['another scale', { ...VIT, rescale_factor: 1 / 127.5 }, { scale: 1 / 127.5 }],
    ['no padding of a batch', { ...VIT, do_pad: true, do_convert_annotations: true }, { fit: 'fill' }],
    ["timm's crop", ofTimm({}), { width: 32, resize: 35, resample: 'bicubic', mean: 0.5, deviation: 0.25 }],
    ["timm's filter", ofTimm({ interpolation: 'box' }), { height: 32, resample: 'box' }],
    ["timm's two sides", ofTimm({ crop_mode: 'squash' }), { resize: { width: 35, height: 35 } }],
    ['blue before red', { ...VIT, do_flip_channel_order: true }, { colour: 'bgr' }],
  ])('is followed: %s', async (_, processor, input) => {
    const { manifest, output } = await inputOf(processor);

    expect(manifest.input).toMatchObject(input);
    expect(output).not.toMatch('not supported');
    expect(output).toMatch('one of 3 labels');
  });

  it.each([
    ['"do_pad"', { ...VIT, do_pad: true }],
    ['"do_pad"', { ...VIT, do_pad: true, do_convert_annotations: true, pad_size: VIT.size }],
    ['"resample": 5', { ...VIT, resample: 5 }],
    ['"do_resize": false', { ...VIT, do_resize: false }],
    ['"crop_mode": "border" for 32 × 32', ofTimm({ crop_mode: 'border' })],
    ['"interpolation": "hamming"', ofTimm({ interpolation: 'hamming' })],
    ['"size": {"shortest_edge":32} without a crop', { size: { shortest_edge: 32 } }],
  ])('is reported if it is not supported: %s', async (named, processor) => {
    expect((await inputOf(processor)).output).toContain(`config.json has ${named}, which is not supported`);
  });

  it.each([
    ['config.json says "width": 40', ofTimm({ input_size: [3, 40, 40] })],
    ['preprocessor_config.json says "height": 40', { ...VIT, size: { height: 40, width: 32 } }],
  ])('is named in the error if its size is not that of the graph: %s', async (named, processor) => {
    await expect(inputOf(processor)).rejects.toThrow(`${named}, but the graph takes 32`);
  });

  it('is named in the error if neither it nor the graph has a size, with the option to set', async () => {
    const processor = { size: { shortest_edge: 800 } };
    const folder = folderWith({ 'model.onnx': OPEN, 'preprocessor_config.json': processor });

    await expect(made(folder)).rejects.toThrow(
      /set --width 800, or .*; preprocessor_config.json has "size": {"shortest_edge":800} without a crop/,
    );
  });

  it('is overridden by options', async () => {
    expect((await inputOf(VIT, '--mean', '0.1')).manifest.input).toMatchObject({
      mean: 0.1,
      deviation: 0.25,
    });
  });
});

it("Ultralytics' classifiers have their labels, and the middle of a picture of their size", async () => {
  const classifier = withMetadata(OPEN, {
    task: 'classify',
    imgsz: '[32, 32]',
    names: "{0: 'ant', 1: 'bee', 2: 'cat'}",
  });

  const { directory, manifest } = await made(folderWith({ 'model.onnx': classifier }));

  expect(manifest.input).toMatchObject({ width: 32, height: 32, resize: 32, mean: 0, deviation: 1 });
  expect(readFileSync(join(directory, 'labels.txt'), 'utf8')).toBe('ant\nbee\ncat\n');
});

it("A classifier has the labels of timm's config.json", async () => {
  const config = { num_classes: 3, label_names: ['ant', 'bee', 'cat'] };
  const { directory } = await made(folderWith({ ...LINEAR, 'config.json': config }));

  expect(readFileSync(join(directory, 'labels.txt'), 'utf8')).toBe('ant\nbee\ncat\n');
});

it('A detector with a pixel mask gets one of ones', async () => {
  const outputs = ['logits', 'pred_boxes'];
  const detector = graph(
    [
      ['pixel_values', 'FP32', ['n', 3, 8, 8]],
      ['pixel_mask', 'INT64', ['n', 8, 8]],
    ],
    outputs.map((name) => ['Cast', ['pixel_mask'], [name], { to: ELEMENT_TYPES.FP32 }]),
    outputs.map((name) => [name, 'FP32', ['n', 8, 8]]),
  );
  const { directory, manifest } = await made(folderWith({ 'model.onnx': detector }));
  const send = await quietService({ MODEL_DIRECTORY: directory });

  const picture = await plain(RED).png().toBuffer();
  const body = JSON.stringify({ image: picture.toString('base64'), threshold: 0.1 });
  const headers = { 'content-type': 'application/json' };
  const response = await send(post(body, `/predictions/${manifest.model}`, headers));

  expect(bodyOf(response)).toHaveLength(8);
  expect((bodyOf(response) as unknown as { score: number }[])[0]!.score).toBe(1 / 8);
});
