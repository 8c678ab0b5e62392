/** What the terminal shows of a model that was made or checked. */
import path from 'node:path';
import type * as v from 'valibot';
import { mediaTypeOf } from '../../functions/inference/contracts/media-type.ts';
import { shownEntries } from '../../functions/inference/information/samples.ts';
import type { Manifest } from '../../functions/inference/model/manifest.ts';
import { checkFields } from '../../functions/inference/pipelines/define-pipeline.ts';
import { ImageLabelsSchema } from '../../functions/inference/pipelines/image-classification/manifest.ts';
import { sizeLimitBytes, surroundingsBytes } from '../../layers/size-limits.ts';
import { commandLine } from '../../project/command-line.ts';
import { modelRepository } from '../../project/paths.ts';
import { bytesOf } from '../member-files.ts';
import { describePlaces } from './planner.ts';
import type { TriedModel } from './try-model.ts';

type PictureFields = v.InferOutput<typeof ImageLabelsSchema>;

const ADDRESS = 'http://127.0.0.1:8080';
const MILLISECONDS_DIGITS = 2;

/** Input, output, members and their time per request. */
export function describeTried({ model, manifest, members }: TriedModel, directory: string): string[] {
  const { inputs, outputs } = model.info.tensors;
  const isOfPictures = manifest.pipeline === 'image-classification';
  const pictures = isOfPictures ? checkFields(ImageLabelsSchema, manifest, directory) : undefined;
  return [
    `  input    ${pictures ? takes(pictures) : describePlaces(inputs)}`,
    `  output   ${pictures ? gives(pictures) : describePlaces(outputs)}`,
    ...members.map(({ name, milliseconds }, index) => {
      const time =
        milliseconds === undefined ? '' : `, ${milliseconds.toFixed(MILLISECONDS_DIGITS)} ms per request`;
      return `  ${index === 0 ? 'members  ' : '         '}${name}${time}`;
    }),
  ];
}

/** The commands that come next, to be copied line by line. */
export async function nextCommands({ manifest, example }: TriedModel, directory: string): Promise<string[]> {
  const inRepository = path.dirname(directory) === modelRepository;
  const folder = path.relative(process.cwd(), directory) || '.';
  return [
    'Start it:',
    '',
    `${commandLine('start')} ${inRepository ? manifest.model : quoted(folder)}`,
    '',
    'Then send a request, in another terminal:',
    '',
    await withSample(example.replaceAll('"$ADDRESS', `"${ADDRESS}`), directory),
  ];
}

/** The first sample, where there is one, in the place of a picture of one's own. */
async function withSample(example: string, directory: string): Promise<string> {
  const [sample] = await shownEntries(directory);
  if (!sample) return example;
  const file = path.relative(process.cwd(), path.join(directory, 'samples', sample.file));
  return example.replaceAll('picture.jpg', quoted(file)).replaceAll('image/jpeg', mediaTypeOf(sample.file));
}

function takes({ input }: PictureFields): string {
  if (input.width === undefined || input.height === undefined) return 'JPEG, PNG or WebP';
  const colour = input.colour === undefined ? '' : ` ${input.colour}`;
  const scale = input.scale === undefined ? '' : `, pixels × ${Number(input.scale.toPrecision(4))}`;
  const isPlain = [input.mean, input.deviation].flat().every((value) => value === 0 || value === 1);
  const standardised = isPlain
    ? ''
    : `, then minus ${words(input.mean)}, divided by ${words(input.deviation)}`;
  return `JPEG, PNG or WebP, resized to ${input.width} × ${input.height}${colour} (${input.fit})${scale}${standardised}`;
}

function gives({ labels, output, reject }: PictureFields): string {
  const count = labels.count === undefined ? 'a label' : `one of ${labels.count} labels`;
  const together = reject?.together === 1 ? '' : ` of the first ${reject?.together} labels together`;
  const otherwise = reject
    ? `, or "${reject.label}" below a confidence of ${reject.threshold}${together}`
    : '';
  return `${count}${otherwise}, from ${output.scores}`;
}

function words(values: number | readonly number[]): string {
  return [values].flat().join(' ');
}

function quoted(text: string): string {
  return /\s/.test(text) ? `"${text}"` : text;
}

/** Whether a model is too heavy for Lambda: a sentence with the figure; undefined where the model fits. */
export async function lambdaLimitNote(
  directory: string,
  { members }: Pick<Manifest, 'members'>,
): Promise<string | undefined> {
  const bytes = await bytesOf(directory, members);
  const room = sizeLimitBytes - surroundingsBytes;
  if (bytes <= room) return undefined;
  return (
    `its models have ${megabytes(bytes)} MB, and Lambda takes about ${megabytes(room)} MB besides function and runtime: ` +
    'it runs on one machine, and has to shrink for Lambda (INT8 takes a quarter of FP32)'
  );
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
