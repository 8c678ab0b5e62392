/** Reads and checks the options of a model. */
import { contractNames } from '../../functions/inference/contracts/contracts.ts';
import { MODEL_NAME } from '../../functions/inference/model/manifest.ts';
import { pipelineNames } from '../../functions/inference/pipelines/pipelines.ts';
import { defined } from '../../project/defined.ts';
import { wrongUsage } from '../repository-error.ts';

/** What a text says, undefined where it is wrong, and what it must be. */
type Reader<Value> = readonly [read: (text: string) => Value | undefined, expected: string];

const anything: Reader<string> = [(text) => text, 'a text'];

function matching(pattern: RegExp, expected: string): Reader<string> {
  return [(text) => (pattern.test(text) ? text : undefined), expected];
}

function oneOf<const Choice extends string>(...choices: Choice[]): Reader<Choice> {
  return [(text) => choices.find((choice) => choice === text), choices.join(', ')];
}

const count: Reader<number> = [
  (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
  'a whole number above 0',
];

/** A number or a fraction such as 1/255. */
function numberIn(text: string, above: number): number | undefined {
  const [numerator, denominator = '1', more] = text.trim().split('/');
  if (!numerator || !denominator || more !== undefined) return undefined;
  const number = Number(numerator) / Number(denominator);
  return Number.isFinite(number) && number > above ? number : undefined;
}

/** What each of several texts says; undefined where one of them is wrong. */
function each<Value>(text: string, separator: string, read: (one: string) => Value | undefined) {
  const all = text.split(separator).map((one) => read(one.trim()));
  return all.every((one) => one !== undefined) ? all : undefined;
}

function numbers(above: number): Reader<number[]> {
  const expected = `numbers${above === 0 ? ' above 0' : ''} with commas between them, such as 0.5,1/255`;
  return [(text) => each(text, ',', (one) => numberIn(one, above)), expected];
}

/** One number, or one for each channel. */
function perChannel(above: number): Reader<number | number[]> {
  const [read, expected] = numbers(above);
  return [(text) => numberIn(text, above) ?? read(text), expected];
}

function contractsIn(text: string): string[] | undefined {
  return each(text, ',', (name) => contractNames.find((known) => known === name));
}

function rejectIn(text: string): { label: string; threshold: number } | undefined {
  const [, label, share] = /^(.+)=([\d.]+)$/.exec(text) ?? [];
  const threshold = Number(share);
  return label !== undefined && threshold <= 1 ? { label, threshold } : undefined;
}

function shapesIn(text: string): Record<string, number[]> | undefined {
  const shapes = each(text, ';', (one) => {
    const [, name, sizes] = /^(.+)=(\d+(?:,\d+)*)$/.exec(one) ?? [];
    return sizes === undefined ? sizes : ([name!, sizes.split(',').map(Number)] as const);
  });
  return shapes && Object.fromEntries(shapes);
}

const PICTURE = {
  width: count,
  height: count,
  colour: oneOf('rgb', 'bgr', 'grey'),
  layout: oneOf('nhwc', 'nchw'),
  fit: oneOf('fill', 'cover', 'contain'),
  background: matching(/^#[0-9a-f]{6}$/, 'a colour such as #ffffff'),
  scale: [(text: string) => numberIn(text, 0), 'one number above 0, such as 1/255'],
  mean: perChannel(Number.NEGATIVE_INFINITY),
  std: perChannel(0),
} as const;

/** Options that are about pictures alone. */
export const PICTURE_OPTIONS: readonly string[] = [...Object.keys(PICTURE), 'scores', 'reject'];

/** In the order in which mistakes are named. */
export const OPTIONS = {
  name: matching(MODEL_NAME, 'small letters, digits and hyphens, at most 64 characters'),
  pipeline: oneOf(...pipelineNames),
  labels: matching(/./, 'a file'),
  title: matching(/./s, 'a text'),
  hint: anything,
  version: matching(/^[\w.-]{1,64}$/, 'letters, digits, dots and hyphens'),
  contract: [contractsIn, contractNames.join(', ')],
  deadline: count,
  weight: numbers(0),
  reject: [rejectIn, 'label=threshold with a threshold from 0 to 1, such as unknown=0.5'],
  shape: [shapesIn, 'name=sizes, such as tokens=1,128;mask=1,128'],
  input: anything,
  ...PICTURE,
  output: anything,
  scores: oneOf('probabilities', 'logits'),
} as const;

/** What `parseArgs` makes of the options. */
export type ModelValues = Readonly<Partial<Record<keyof typeof OPTIONS, string | undefined>>>;

/** The options of a model; what is missing is found out or has its default. */
export type ModelOptions = {
  readonly [Option in keyof typeof OPTIONS]?: NonNullable<ReturnType<(typeof OPTIONS)[Option][0]>>;
};

/** @throws {RepositoryError} of exit code 2 that says all that is wrong */
export function readModelOptions(values: ModelValues): ModelOptions {
  const wrong: string[] = [];
  const options = Object.entries(OPTIONS).map(([name, [read, expected]]) => {
    const text = values[name as keyof ModelValues];
    const value = text === undefined ? undefined : read(text);
    if (text !== undefined && value === undefined) {
      wrong.push(`--${name} must be ${expected}, got "${text}"`);
    }
    return [name, value];
  });
  if (wrong.length > 0) throw wrongUsage(wrong.join('; '));
  return defined(Object.fromEntries(options)) as ModelOptions;
}
