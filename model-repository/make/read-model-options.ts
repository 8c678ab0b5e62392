/** Reads and checks the options of a model. */
import { contractNames } from '../../functions/inference/contracts/contracts.ts';
import { MODEL_NAME } from '../../functions/inference/model/manifest.ts';
import { pipelineNames } from '../../functions/inference/pipelines/pipelines.ts';
import { wrongUsage } from '../repository-error.ts';
import type { ModelOptions, ModelValues } from './model-options.ts';
import { OptionReader } from './option-values.ts';

/** @throws {RepositoryError} of exit code 2 that says all that is wrong */
export function readModelOptions(values: ModelValues): ModelOptions {
  const reader = new OptionReader(values);
  const perChannel = (numbers: number[] | undefined) => (numbers?.length === 1 ? numbers[0] : numbers);
  const contracts = reader.list('contract');
  const unknown = contracts?.filter((contract) => !contractNames.includes(contract)) ?? [];
  const options = withoutMissing({
    name: reader.text('name', MODEL_NAME, 'small letters, digits and hyphens, at most 64 characters'),
    pipeline: reader.choice('pipeline', pipelineNames),
    labels: reader.text('labels', undefined, 'a file'),
    title: reader.text('title'),
    hint: values.hint,
    version: reader.text('version', /^[\w.-]{1,64}$/, 'letters, digits, dots and hyphens'),
    contracts,
    deadlineMilliseconds: reader.count('deadline'),
    weights: reader.numbers('weight', 0),
    reject: reader.reject('reject'),
    shapes: reader.shapes('shape'),
    input: withoutMissing({
      name: values.input,
      width: reader.count('width'),
      height: reader.count('height'),
      colour: reader.choice('colour', ['rgb', 'bgr', 'grey']),
      layout: reader.choice('layout', ['nhwc', 'nchw']),
      fit: reader.choice('fit', ['fill', 'cover', 'contain']),
      background: reader.text('background', /^#[0-9a-f]{6}$/, 'a colour such as #ffffff'),
      scale: reader.number('scale', 0),
      mean: perChannel(reader.numbers('mean')),
      deviation: perChannel(reader.numbers(values.deviation === undefined ? 'std' : 'deviation', 0)),
    }),
    output: withoutMissing({
      name: values.output,
      scores: reader.choice('scores', ['probabilities', 'logits']),
    }),
  });
  if (unknown.length > 0) {
    reader.wrong.push(`--contract must be ${contractNames.join(', ')}, got "${unknown.join(', ')}"`);
  }
  if (reader.wrong.length > 0) throw wrongUsage(reader.wrong.join('; '));
  return options as unknown as ModelOptions;
}

function withoutMissing<Entries extends object>(entries: Entries): Partial<Entries> {
  return Object.fromEntries(
    Object.entries(entries).filter(([, value]) => value !== undefined),
  ) as Partial<Entries>;
}
