/** Reads and checks the options of a model. */
import { contractNames } from '../../functions/inference/contracts/contracts.ts';
import { MODEL_NAME } from '../../functions/inference/model/manifest.ts';
import { pipelineNames } from '../../functions/inference/pipelines/pipelines.ts';
import { wrongUsage } from '../repository-error.ts';
import type { ModelOptions, ModelValues } from './model-options.ts';

/** What a value means; undefined where it is not what is expected. */
interface Reader<Value> {
  readonly expected: string;
  read(text: string): Value | undefined;
}

const pattern = (expected: string, wanted: RegExp): Reader<string> => ({
  expected,
  read: (text) => (wanted.test(text) ? text : undefined),
});
const anyText = pattern('a text', /./s);

const choice = <Choice extends string>(...choices: readonly Choice[]): Reader<Choice> => ({
  expected: choices.join(', '),
  read: (text) => choices.find((one) => one === text),
});

const choices = (known: readonly string[]): Reader<string[]> => ({
  expected: known.join(', '),
  read(text) {
    const names = text.split(',').map((name) => name.trim());
    return names.every((name) => known.includes(name)) ? names : undefined;
  },
});

const count: Reader<number> = {
  expected: 'a whole number above 0',
  read: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
};

/** Numbers and fractions such as 1/255, with commas between them. */
const numbers = (above: number | undefined): Reader<number[]> => ({
  expected: `numbers${above === undefined ? '' : ` above ${above}`} with commas between them, such as 0.5,1/255`,
  read(text) {
    const all = text.split(',').map((entry) => {
      const [numerator, denominator = '1', more] = entry.trim().split('/');
      const isNumber = numerator !== '' && denominator !== '' && more === undefined;
      return isNumber ? Number(numerator) / Number(denominator) : Number.NaN;
    });
    return all.every((one) => Number.isFinite(one) && one > (above ?? -Infinity)) ? all : undefined;
  },
});

/** One number, or one for each channel. */
const perChannel = (above?: number): Reader<number | number[]> => ({
  ...numbers(above),
  read(text) {
    const all = numbers(above).read(text);
    return all?.length === 1 ? all[0] : all;
  },
});

const scale: Reader<number> = {
  expected: 'one number above 0, such as 1/255',
  read(text) {
    const all = numbers(0).read(text);
    return all?.length === 1 ? all[0] : undefined;
  },
};

/** Shapes by name. */
const shapes: Reader<Record<string, number[]>> = {
  expected: 'name=sizes, such as tokens=1,128;mask=1,128',
  read(text) {
    const entries = text.split(';').map((entry) => /^(.+)=(\d+(?:,\d+)*)$/.exec(entry.trim()));
    if (entries.includes(null)) return undefined;
    return Object.fromEntries(entries.map((entry) => [entry![1], entry![2]!.split(',').map(Number)]));
  },
};

const reject: Reader<{ label: string; threshold: number }> = {
  expected: 'label=threshold with a threshold from 0 to 1, such as unknown=0.5',
  read(text) {
    const [, label, threshold] = /^(.+)=([\d.]+)$/.exec(text) ?? [];
    const isShare = Number(threshold) >= 0 && Number(threshold) <= 1;
    return label !== undefined && isShare ? { label, threshold: Number(threshold) } : undefined;
  },
};

/** @throws {RepositoryError} of exit code 2 that says all that is wrong */
export function readModelOptions(values: ModelValues): ModelOptions {
  const wrong: string[] = [];
  const given = <Value>(option: keyof ModelValues, reader: Reader<Value>): Value | undefined => {
    const text = values[option];
    if (text === undefined) return undefined;
    const value = reader.read(text);
    if (value === undefined) wrong.push(`--${option} must be ${reader.expected}, got "${text}"`);
    return value;
  };
  const options = withoutMissing({
    name: given('name', pattern('small letters, digits and hyphens, at most 64 characters', MODEL_NAME)),
    pipeline: given('pipeline', choice(...pipelineNames)),
    labels: given('labels', pattern('a file', /./)),
    title: given('title', anyText),
    hint: values.hint,
    version: given('version', pattern('letters, digits, dots and hyphens', /^[\w.-]{1,64}$/)),
    contracts: given('contract', choices(contractNames)),
    deadlineMilliseconds: given('deadline', count),
    weights: given('weight', numbers(0)),
    reject: given('reject', reject),
    shapes: given('shape', shapes),
    input: withoutMissing({
      name: values.input,
      width: given('width', count),
      height: given('height', count),
      colour: given('colour', choice('rgb', 'bgr', 'grey')),
      layout: given('layout', choice('nhwc', 'nchw')),
      fit: given('fit', choice('fill', 'cover', 'contain')),
      background: given('background', pattern('a colour such as #ffffff', /^#[0-9a-f]{6}$/)),
      scale: given('scale', scale),
      mean: given('mean', perChannel()),
      deviation: given('std', perChannel(0)),
    }),
    output: withoutMissing({
      name: values.output,
      scores: given('scores', choice('probabilities', 'logits')),
    }),
  });
  if (wrong.length > 0) throw wrongUsage(wrong.join('; '));
  return options as unknown as ModelOptions;
}

function withoutMissing<Entries extends object>(entries: Entries): Partial<Entries> {
  const given = Object.entries(entries).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<Entries>;
}
