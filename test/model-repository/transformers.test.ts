/**
 * Exported folders give the same labels, scores, vectors and boxes here as with `@huggingface/transformers`.
 * docs/your-own-model.md lists the exceptions, where results are as in Python's `transformers`.
 */
import { env, type PipelineType, pipeline } from '@huggingface/transformers';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { bodyOf, post } from '../functions/support/requests.ts';
import { quietService } from '../functions/support/tiny.ts';
import { type Files, folderWith } from '../support/fixtures.ts';
import { graph } from '../support/onnx-graph.ts';
import { made } from './support.ts';

env.allowRemoteModels = false;
env.localModelPath = '';

/** The part of the library's pipelines that the tests use. */
interface Pipeline {
  (input: unknown, ...options: unknown[]): Promise<unknown>;
  tokenizer(texts: readonly string[], options: object): object;
  model(inputs: object): Promise<{ logits: { tolist(): number[][] } }>;
}

const DIGITS = 4;
const exported = (model: string | Buffer, beside: Files) => folderWith({ 'model.onnx': model, ...beside });

function labelled(...labels: string[]) {
  return { id2label: { ...labels }, label2id: Object.fromEntries(labels.map((label, id) => [label, id])) };
}

const text = (tokenizer: string, model_type: string, architecture: string, fields: object = {}) => ({
  'config.json': { model_type, architectures: [architecture], max_position_embeddings: 24, ...fields },
  'tokenizer.json': tokenizer,
  'tokenizer_config.json': { tokenizer_class: 'BertTokenizer', model_max_length: 24, pad_token: '[PAD]' },
});
const BERT = 'tiny-text/embedding/tokenizer.json';
const classifier = (model: string, ...labels: string[]) =>
  exported(
    `tiny-text/${model}/model.onnx`,
    text(BERT, 'bert', 'BertForSequenceClassification', labelled(...labels)),
  );

const picture = (size: number, model_type: string, architecture: string, fields: object = {}) => ({
  'config.json': { model_type, architectures: [architecture], ...fields },
  'preprocessor_config.json': {
    image_processor_type: model_type === 'yolos' ? 'YolosImageProcessor' : 'ViTImageProcessor',
    do_resize: true,
    size: { height: size, width: size },
    do_rescale: true,
    rescale_factor: 1 / 255,
    do_normalize: true,
    image_mean: [0.5, 0.4, 0.3],
    image_std: [0.25, 0.5, 0.75],
  },
});
/** A classifier whose scores are the mean red, green and blue of a picture. */
const COLOURS = graph(
  [['pixel_values', 'FP32', ['n', 3, 8, 8]]],
  [
    ['GlobalAveragePool', ['pixel_values'], ['means']],
    ['Flatten', ['means'], ['logits']],
  ],
  [['logits', 'FP32', ['n', 3]]],
);

/** Short texts, because the library cuts off the last special token of longer ones. */
const TEXTS = ['What a beautiful morning', 'The soup was cold and awful'] as const;
const PAIRS = ['The sun is shining', 'Great value'];
/** A picture of the model's input size, because the library resizes with libvips, but the service resizes as Pillow does. */
const photograph = (width: number, height: number) =>
  sharp(Buffer.from(Array.from({ length: 3 * width * height }, (_, index) => (index * 37) % 256)), {
    raw: { width, height, channels: 3 },
  })
    .png()
    .toBuffer();
const SMALL = await photograph(8, 8);
const LARGE = await photograph(64, 64);
const blob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'image/png' });

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const shares = (logits: readonly number[]) => {
  const powers = logits.map(Math.exp);
  return powers.map((power) => power / sum(powers));
};
const ranked = (list: readonly { label: string; score: number }[]) =>
  Object.fromEntries(list.map(({ label, score }) => [label, score]));

type Row = readonly [
  task: PipelineType,
  what: string,
  folder: string,
  theirs: (pipe: Pipeline) => Promise<unknown>,
  body: object,
];

const ROWS: readonly Row[] = [
  [
    'text-classification',
    'texts',
    classifier('sentiment', 'negative', 'positive'),
    async (pipe) => ((await pipe(TEXTS, { top_k: 2 })) as { label: string; score: number }[][]).map(ranked),
    { texts: TEXTS },
  ],
  [
    'text-classification',
    'pairs of texts',
    classifier('sentiment', 'different', 'duplicate'),
    async ({ tokenizer, model }) => {
      const inputs = tokenizer(TEXTS, { text_pair: PAIRS, padding: true, truncation: true });
      const { logits } = await model(inputs);
      return logits.tolist().map((row) => {
        const [different, duplicate] = shares(row);
        return { different, duplicate };
      });
    },
    { texts: TEXTS.map((text, index) => [text, PAIRS[index]]) },
  ],
  [
    'text-classification',
    'scores of pairs',
    classifier('ranking', 'LABEL_0'),
    async ({ tokenizer, model }) => {
      const inputs = tokenizer(TEXTS, { text_pair: PAIRS, padding: true, truncation: true });
      return (await model(inputs)).logits.tolist().map(([logit]) => 1 / (1 + Math.exp(-logit!)));
    },
    { texts: TEXTS.map((text, index) => [text, PAIRS[index]]) },
  ],
  ...[false, true].map((multi_label): Row => {
    const labels = ['soup', 'bread', 'night'];
    const options = { multi_label, hypothesis_template: 'The {} was good' };
    return [
      'zero-shot-classification',
      multi_label ? 'labels that apply independently' : 'labels of which one applies',
      classifier('sentiment', 'contradiction', 'entailment'),
      (pipe) => pipe(TEXTS[0], labels, options),
      { text: TEXTS[0], candidate_labels: labels, ...options },
    ];
  }),
  [
    'token-classification',
    'labels of tokens',
    exported('tiny-entities/model.onnx', {
      ...text('tiny-entities/tokenizer.json', 'bert', 'BertForTokenClassification'),
      'config.json': 'tiny-entities/config.json',
    }),
    // Offsets are not compared, because the library does not return them.
    (pipe) => pipe(TEXTS[1]),
    { text: TEXTS[1], aggregation_strategy: 'none' },
  ],
  [
    'feature-extraction',
    'embeddings of texts',
    exported('tiny-text/embedding/model.onnx', text(BERT, 'bert', 'BertModel')),
    async (pipe) =>
      ((await pipe(TEXTS, { pooling: 'mean', normalize: true })) as { tolist(): unknown }).tolist(),
    { texts: TEXTS },
  ],
  [
    'image-classification',
    'pictures',
    exported(COLOURS, picture(8, 'vit', 'ViTForImageClassification', labelled('red', 'green', 'blue'))),
    async (pipe) => ranked((await pipe(blob(SMALL))) as { label: string; score: number }[]),
    SMALL,
  ],
  [
    'image-feature-extraction',
    'embeddings of pictures',
    exported('tiny-vision/embeds.onnx', picture(8, 'clip_vision_model', 'CLIPVisionModelWithProjection')),
    async (pipe) => ((await pipe(blob(SMALL))) as { tolist(): unknown[] }).tolist()[0],
    SMALL,
  ],
  [
    'object-detection',
    'boxes',
    exported(
      'tiny-vision/detr.onnx',
      picture(64, 'yolos', 'YolosForObjectDetection', labelled('cat', 'dog')),
    ),
    // The library returns boxes in the order of the graph, the service in the order of their scores.
    async (pipe) =>
      ((await pipe(blob(LARGE), { threshold: 0.5 })) as { score: number }[]).sort(
        (one, other) => other.score - one.score,
      ),
    { image: LARGE.toString('base64'), threshold: 0.5 },
  ],
];

it.each(ROWS)('%s has the library’s results: %s', async (task, _, folder, theirs, body) => {
  const pipe = (await pipeline(task, folder, { subfolder: '', dtype: 'fp32' })) as unknown as Pipeline;
  const expected = await theirs(pipe);
  const send = await quietService({ MODEL_DIRECTORY: (await made(folder)).directory });

  const [type, bytes] = Buffer.isBuffer(body)
    ? ['image/png', body]
    : ['application/json', JSON.stringify(body)];
  const response = await send(post(bytes, '/predictions/exported', { 'content-type': type }));

  expect(bodyOf(response)).toEqual(near(expected));
});

/** Numbers may differ in their fifth decimal. */
function near(value: unknown): unknown {
  if (typeof value === 'number') return expect.closeTo(value, DIGITS);
  if (Array.isArray(value)) return value.map(near);
  if (typeof value !== 'object' || value === null) return value;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(value).map(([key, one]) => [key, near(one)])),
  );
}
