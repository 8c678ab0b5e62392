/** What the terminal shows of a model that was made or checked. */
import path from 'node:path';
import { mediaTypeOf } from '../../functions/inference/contracts/media-type.ts';
import { shownEntries } from '../../functions/inference/information/samples.ts';
import type { Manifest } from '../../functions/inference/model/manifest.ts';
import { checkFields } from '../../functions/inference/pipelines/define-pipeline.ts';
import {
  type ImageLabelsManifest,
  ImageLabelsSchema,
} from '../../functions/inference/pipelines/image-classification/manifest.ts';
import { sizeLimitBytes, surroundingsBytes } from '../../layers/size-limits.ts';
import { commandLine } from '../../project/command-line.ts';
import { modelRepository } from '../../project/paths.ts';
import { bytesOf } from '../model-files.ts';
import { describePlaces } from './planner.ts';
import type { TriedModel } from './try-model.ts';

/** Input, output, members and their time per request. */
export function describeTried({ info, manifest, members }: TriedModel, directory: string): string[] {
  const { inputs, outputs } = info.tensors;
  const isOfPictures = manifest.pipeline === 'image-classification';
  const pictures = isOfPictures ? checkFields(ImageLabelsSchema, manifest, directory) : undefined;
  const timed = members.map(({ name, milliseconds }) =>
    milliseconds === undefined ? name : `${name}, ${milliseconds.toFixed(2)} ms per request`,
  );
  return [
    `  input    ${pictures ? takes(pictures) : describePlaces(inputs)}`,
    `  output   ${pictures ? gives(pictures) : describePlaces(outputs)}`,
    `  members  ${timed.join('\n           ')}`,
  ];
}

/** The commands that come next, to be copied line by line. */
export async function nextCommands({ manifest, contracts }: TriedModel, directory: string) {
  const example = contracts[0]!.example().replaceAll('"$ADDRESS', '"http://127.0.0.1:8080');
  // The first sample, where there is one, in the place of a picture of one's own.
  const [sample] = await shownEntries(directory);
  const place = sample ? quoted(fromHere(directory, 'samples', sample.file)) : 'picture.jpg';
  const inRepository = path.dirname(directory) === modelRepository;
  return [
    'Start it:',
    '',
    `${commandLine('start')} ${inRepository ? manifest.model : quoted(fromHere(directory))}`,
    '',
    'Then send a request, in another terminal:',
    '',
    example.replaceAll('picture.jpg', place).replaceAll('image/jpeg', mediaTypeOf(sample?.file ?? place)),
  ];
}

/** A path as people type it. */
export function fromHere(...names: string[]): string {
  return path.relative(process.cwd(), path.join(...names)) || '.';
}

function takes({ input: { width, height, fit, ...input } }: ImageLabelsManifest): string {
  if (width === undefined || height === undefined) return 'JPEG, PNG or WebP';
  const colour = input.colour === undefined ? '' : ` ${input.colour}`;
  const scale = input.scale === undefined ? '' : `, pixels × ${Number(input.scale.toPrecision(4))}`;
  const [mean, deviation] = [[input.mean].flat(), [input.deviation].flat()];
  const isPlain = [...mean, ...deviation].every((value) => value === 0 || value === 1);
  const standardised = isPlain ? '' : `, then minus ${mean.join(' ')}, divided by ${deviation.join(' ')}`;
  return `JPEG, PNG or WebP, resized to ${width} × ${height}${colour} (${fit})${scale}${standardised}`;
}

function gives({ labels, output, reject }: ImageLabelsManifest): string {
  const count = labels.count === undefined ? 'a label' : `one of ${labels.count} labels`;
  if (!reject) return `${count}, from ${output.scores}`;
  const { label, threshold, together } = reject;
  const several = together === 1 ? '' : ` of the first ${together} labels together`;
  return `${count}, or "${label}" below a confidence of ${threshold}${several}, from ${output.scores}`;
}

function quoted(text: string): string {
  return /\s/.test(text) ? `"${text}"` : text;
}

/** Whether a model is too heavy for Lambda: a sentence with the figure; undefined where the model fits. */
export async function lambdaLimitNote(directory: string, { members }: Pick<Manifest, 'members'>) {
  const room = sizeLimitBytes - surroundingsBytes;
  const bytes = await bytesOf(directory, members);
  const [has, takes] = [bytes, room].map((count) => (count / 1e6).toFixed(0));
  if (bytes <= room) return undefined;
  return (
    `its models have ${has} MB, and Lambda takes about ${takes} MB besides function and runtime: ` +
    'it runs on one machine, and has to shrink for Lambda (INT8 takes a quarter of FP32)'
  );
}
