/** Reads and checks the options of a model. */

import * as v from 'valibot';
import { contractNames } from '../../functions/inference/contracts/contracts.ts';
import { MODEL_NAME } from '../../functions/inference/model/manifest.ts';
import { RESAMPLINGS } from '../../functions/inference/pipelines/picture/resample/taps.ts';
import { pipelineNames } from '../../functions/inference/pipelines/pipelines.ts';
import { defined } from '../../project/defined.ts';
import { UsageError } from '../../project/usage-error.ts';
import type { ModelValues } from './model-options.ts';

const matching = (pattern: RegExp, expected: string) => v.pipe(v.string(), v.regex(pattern, expected));
const oneOf = <const Choice extends string>(...choices: Choice[]) => v.picklist(choices, choices.join(', '));

const count = v.pipe(matching(/^[1-9]\d{0,8}$/, 'a whole number above 0'), v.transform(Number));

/** Numbers and fractions such as 1/255, separated by commas. */
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

/** The options in the order of their messages. A message completes "must be". */
const OptionsSchema = v.partial(
  v.object({
    name: matching(MODEL_NAME, 'lower-case letters, digits and hyphens, at most 64 characters'),
    pipeline: oneOf(...pipelineNames),
    labels: matching(/./, 'a file'),
    title: matching(/./s, 'a text'),
    hint: v.string(),
    version: matching(/^[\w.-]{1,64}$/, 'letters, digits, dots and hyphens'),
    contract: v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((name) => name.trim())),
      v.everyItem((name) => contractNames.includes(name), contractNames.join(', ')),
    ),
    deadline: count,
    weight: numbers(0),
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
    threshold: share,
    iou: share,
    output: v.string(),
    scores: oneOf('probabilities', 'logits'),
  }),
);

/** The options of a model. Missing ones are found out, or have a default. */
export type ModelOptions = Partial<v.InferOutput<typeof OptionsSchema>>;

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
