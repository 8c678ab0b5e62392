/** Options of `add`, `start` and `deploy` for information that a model's graph does not contain. */

import * as v from 'valibot';
import { contractNames } from '../../functions/inference/contracts/clients.ts';
import { MODEL_NAME } from '../../functions/inference/model/manifest.ts';
import { RESAMPLINGS } from '../../functions/inference/pipelines/picture/resample/taps.ts';
import { pipelineNames } from '../../functions/inference/pipelines/pipelines.ts';
import { defined } from '../../project/defined.ts';
import { UsageError } from '../../project/usage-error.ts';

const matching = (pattern: RegExp, expected: string) => v.pipe(v.string(), v.regex(pattern, expected));
const oneOf = <const Choice extends string>(...choices: Choice[]) => v.picklist(choices, choices.join(', '));

const count = v.pipe(matching(/^[1-9]\d{0,8}$/, 'a whole number above 0'), v.transform(Number));

/** Numbers and fractions such as 1/255, separated by commas, all larger than `above`. */
const numbers = (above: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',').map(fractionIn)),
    v.everyItem(
      (one) => Number.isFinite(one) && one > above,
      `numbers${above === 0 ? ' above 0' : ''} separated by commas, such as 0.5,1/255`,
    ),
  );

function fractionIn(text: string): number {
  const [numerator, denominator = '1', more] = text.trim().split('/');
  const isNumber = numerator !== '' && denominator !== '' && more === undefined;
  return isNumber ? Number(numerator) / Number(denominator) : Number.NaN;
}

const share = v.pipe(
  v.string(),
  v.transform(fractionIn),
  v.check((one) => one >= 0 && one <= 1, 'a number from 0 to 1'),
);

/** One number, or one for each channel. */
const perChannel = v.transform((all: number[]) => (all.length === 1 ? all[0]! : all));

const SHAPE = /^(.+)=(\d+(?:,\d+)*)$/;

const ofEveryModel = {
  name: matching(MODEL_NAME, 'lower-case letters, digits and hyphens, at most 64 characters'),
  pipeline: oneOf(...pipelineNames),
  title: matching(/./s, 'a text'),
  hint: v.string(),
  version: matching(/^[\w.-]{1,64}$/, 'letters, digits, dots, hyphens and underscores, at most 64'),
  contract: v.pipe(
    v.string(),
    v.transform((text) => text.split(',').map((name) => name.trim())),
    v.everyItem((name) => contractNames.includes(name), contractNames.join(', ')),
  ),
  deadline: count,
  weight: numbers(0),
};

const ofPictures = {
  width: count,
  height: count,
  colour: oneOf('rgb', 'bgr', 'grey'),
  layout: oneOf('nhwc', 'nchw'),
  fit: oneOf('fill', 'cover', 'contain'),
  resize: v.pipe(
    matching(/^[1-9]\d{0,4}(x[1-9]\d{0,4})?$/, 'one or two numbers of pixels, such as 256 or 256x256'),
    v.transform((text) => {
      const [width, height] = text.split('x').map(Number) as [number, number?];
      return height === undefined ? width : { width, height };
    }),
  ),
  resample: oneOf(...RESAMPLINGS),
  background: matching(/^#[0-9a-f]{6}$/, 'a colour such as #ffffff'),
  scale: v.pipe(
    v.string(),
    v.transform(fractionIn),
    v.check((one) => Number.isFinite(one) && one > 0, 'one number above 0, such as 1/255'),
  ),
  mean: v.pipe(numbers(Number.NEGATIVE_INFINITY), perChannel),
  std: v.pipe(numbers(0), perChannel),
};

/** The options, in the order in which mistakes are listed. Each message follows the words "must be". */
const OptionsSchema = v.partial(
  v.object({
    ...ofEveryModel,
    labels: matching(/./, 'a file'),
    reject: v.pipe(
      v.string(),
      v.transform((text) => {
        const [, label = '', threshold] = /^(.+)=([\d.]+)$/.exec(text) ?? [];
        return { label, threshold: Number(threshold) };
      }),
      v.check(
        ({ threshold }) => threshold >= 0 && threshold <= 1,
        'label=threshold with a threshold from 0 to 1, such as unknown=0.5',
      ),
    ),
    shape: v.pipe(
      v.string(),
      v.transform((text) => text.split(';').map((entry) => SHAPE.exec(entry.trim()))),
      v.check((entries) => !entries.includes(null), 'name=sizes, such as tokens=1,128;mask=1,128'),
      v.transform((entries) =>
        Object.fromEntries(entries.map((entry) => [entry![1]!, entry![2]!.split(',').map(Number)])),
      ),
    ),
    ...ofPictures,
    threshold: share,
    iou: share,
    output: v.string(),
    scores: oneOf('probabilities', 'logits'),
  }),
);

/** The options of a model. A missing option is derived from the model's files, or has a default. */
export type ModelOptions = Partial<v.InferOutput<typeof OptionsSchema>>;

export type ModelOption = keyof ModelOptions;

/** Options that are for models of every pipeline. */
export const COMMON_OPTIONS = Object.keys(ofEveryModel) as readonly ModelOption[];

/** Options of every pipeline of pictures. */
export const PICTURE_OPTIONS = Object.keys(ofPictures) as readonly ModelOption[];

/** The options for `parseArgs`, all of which take a value. */
export const MODEL_OPTIONS = Object.fromEntries(
  Object.keys(OptionsSchema.entries).map((name) => [name, { type: 'string' }]),
) as Readonly<Record<ModelOption, { readonly type: 'string' }>>;

/** Values from `parseArgs`. Values of options that do not concern models are ignored. */
export type ModelValues = { readonly [Option in ModelOption]?: string | undefined };

/** The given options of a model as a text such as `--width, --height`; empty if there are none. */
export function givenOptions(values: ModelValues): string {
  const given = Object.keys(defined(values)).filter((name) => Object.hasOwn(MODEL_OPTIONS, name));
  return given.map((option) => `--${option}`).join(', ');
}

/** @throws {UsageError} that lists all mistakes */
export function readModelOptions(values: ModelValues): ModelOptions {
  const { success, output, issues } = v.safeParse(OptionsSchema, defined(values), { abortPipeEarly: true });
  if (!success) {
    const wrong = issues.map(
      ({ path, message }) => `--${path![0].key} must be ${message}, got "${path![0].value}"`,
    );
    throw new UsageError(wrong.join('; '));
  }
  return defined(output);
}

export const MODEL_OPTIONS_HELP = `\
  --name <model>         name of the model, used in addresses (default: the file's name)
  --pipeline <name>      image-classification, image-feature-extraction, object-detection, text-classification,
                         text-ranking, token-classification, feature-extraction or tensor (default: as the graph and
                         the files beside it suggest; texts need a tokenizer.json there)
  --labels <file>        one label per line, or a JSON list, in the order of the outputs (default: the labels in
                         config.json or in Ultralytics' metadata, else 0, 1, 2, …)
  --title, --hint <text> name of the model for people, and what to send
  --version <text>       version of the model (default 1; for a bare file, a hash of the file and its options)
  --contract <list>      esun-2021, esun-2022, openai-embeddings, predictions, rerank, open-inference, which is
                         always included
  --deadline <ms>        deadline of a request (default 1000)
  --weight <list>        weights of several members' votes, in the order of the files (default 1)

Options for what the graph does not record, most of them for models of pictures:

  --width, --height <n>  size of the picture, if the graph leaves it open
  --colour <order>       rgb, bgr or grey (default: grey for one channel, else rgb)
  --layout <order>       nhwc or nchw, if the dimensions are ambiguous
  --fit <way>            fill stretches, cover crops, contain adds bars (default fill; contain for YOLO)
  --resize <n>           instead of --fit: the shorter side (256) or both sides (256x256) before the middle is cut out, as in
                         torchvision and Hugging Face
  --resample <filter>    Pillow's nearest, box, bilinear, bicubic or lanczos, or OpenCV's inter_linear, which has no
                         antialiasing (default bilinear; for Ultralytics' detectors inter_linear)
  --background <colour>  colour behind transparency and bars (default #ffffff; #727272 for YOLO)
  --scale <x>            a value is (pixel × scale − mean) / std (default 1/255, or 1 for UINT8)
  --mean, --std <list>   one number, or one for each channel, such as 0.485,0.456,0.406 (default 0 and 1)
  --scores <which>       probabilities or logits (default: determined by running the model)
  --reject <l=t>         reject label and threshold: with unknown=0.5, a confidence below 0.5 gives unknown
  --output <name>        name of the graph's output, if it has several
  --threshold, --iou <x> for a detector: lowest score of a box, and the overlap above which a box is dropped
  --shape <n=sizes>      shapes for warming up, if the graph leaves them open: x=1,128;mask=1,128`;
