/** The output of `add` about a model that was made or checked. */
import path from 'node:path';
import * as v from 'valibot';
import type { Manifest } from '../../functions/inference/model/manifest.ts';
import { bytesOf } from '../../functions/inference/model/model-file.ts';
import {
  type ImageLabelsManifest,
  ImageLabelsSchema,
} from '../../functions/inference/pipelines/image-classification/manifest.ts';
import { PICTURE_FIELDS } from '../../functions/inference/pipelines/picture/input/input-schema.ts';
import { PICTURE_PIPELINES } from '../../functions/inference/pipelines/picture/input/picture-pipelines.ts';
import { describeValues } from '../../functions/inference/pipelines/pipeline.ts';
import { runtimeBytes, sizeLimitBytes } from '../../layers/size-limits.ts';
import { commandLine } from '../../project/command-line.ts';
import { modelRepository } from '../../project/paths.ts';
import type { TriedModel } from '../local-model.ts';

/** Findings about a model, besides its inputs and outputs. */
export interface Findings {
  /** Reasons why the model cannot be served correctly. */
  readonly wrong: string[];
  /** How many of its samples the model predicts correctly, and which samples it predicts wrongly. */
  readonly samples: string[];
  /** Remarks that do not keep the model from being served. */
  readonly notes: string[];
}

/** @param tried undefined if mistakes have kept the model from running */
export function reportLines(tried: TriedModel | undefined, { wrong, samples, notes }: Findings) {
  const faults = wrong.map((line) => entry('wrong', line));
  if (!tried) return [...faults, ...notes.map((line) => entry('note', line))];
  const { info, manifest, members, directory } = tried;
  const isOfPictures = PICTURE_PIPELINES.includes(manifest.pipeline);
  const pictures = isOfPictures ? v.parse(PicturesSchema, manifest) : undefined;
  const isOfLabels = manifest.pipeline === 'image-classification';
  const labels = isOfLabels ? v.parse(ImageLabelsSchema, manifest) : undefined;
  const timed = members.map(({ name, milliseconds }) =>
    milliseconds === undefined ? name : `${name}, ${milliseconds.toFixed(2)} ms per request`,
  );
  return [
    ...faults,
    entry('input', pictures ? takes(pictures) : describeValues(info.tensors.inputs)),
    entry('output', labels ? gives(labels) : describeValues(info.tensors.outputs)),
    entry('members', ...timed),
    ...(samples.length > 0 ? [entry('samples', ...samples)] : []),
    ...[...notes, ...lambdaLimitNotes(directory, manifest)].map((line) => entry('note', line)),
    ...(wrong.length === 0 ? ['', 'Start it; it prints an example request:', '', startCommand(tried)] : []),
  ];
}

function entry(about: string, ...lines: readonly string[]): string {
  return `  ${about.padEnd(8)} ${lines.join(`\n${' '.repeat(11)}`)}`;
}

function startCommand({ manifest, directory }: TriedModel): string {
  const inRepository = path.dirname(directory) === modelRepository;
  const model = inRepository ? manifest.model : fromHere(directory);
  return `${commandLine('start')} ${/\s/.test(model) ? `"${model}"` : model}`;
}

/** A path relative to the current folder. */
export function fromHere(...names: string[]): string {
  return path.relative(process.cwd(), path.join(...names)) || '.';
}

const PicturesSchema = v.looseObject(PICTURE_FIELDS);

function takes({
  input: { width, height, fit = 'fill', resize, resample, ...input },
}: v.InferOutput<typeof PicturesSchema>): string {
  if (width === undefined || height === undefined) return 'a picture';
  const colour = input.colour === undefined ? '' : ` ${input.colour}`;
  const scale = input.scale === undefined ? '' : `, pixels × ${Number(input.scale.toPrecision(4))}`;
  const [mean, deviation] = [[input.mean].flat(), [input.deviation].flat()];
  const isPlain = [...mean, ...deviation].every((value) => value === 0 || value === 1);
  const standardised = isPlain ? '' : `, then minus ${mean.join(' ')}, divided by ${deviation.join(' ')}`;
  const size = `${width} × ${height}${colour}`;
  const whole =
    typeof resize === 'number' ? `${resize} on its shorter side` : `${resize?.width} × ${resize?.height}`;
  const way =
    resize === undefined
      ? `resized to ${size} (${fit}, ${resample})`
      : `resized to ${whole} (${resample}), its middle ${size}`;
  return `a picture, ${way}${scale}${standardised}`;
}

function gives({ labels, output, reject }: ImageLabelsManifest): string {
  const count = labels.count === undefined ? 'a label' : `one of ${labels.count} labels`;
  if (!reject) return `${count}, from ${output.scores}`;
  const { label, threshold, together } = reject;
  const several = together === 1 ? '' : ` of the first ${together} labels together`;
  return `${count}, or "${label}" below a confidence of ${threshold}${several}, from ${output.scores}`;
}

/** A note with the sizes if the model is too large for Lambda; otherwise none. */
export function lambdaLimitNotes(directory: string, { members }: Pick<Manifest, 'members'>): string[] {
  const room = sizeLimitBytes - runtimeBytes;
  const bytes = bytesOf(directory, members);
  if (bytes <= room) return [];
  const [has, takes] = [bytes, room].map((count) => (count / 1e6).toFixed(0));
  return [
    `its files have ${has} MB, but Lambda has room for about ${takes} MB besides function and runtime: ` +
      'it runs on one machine, but must shrink for Lambda (INT8 takes a quarter of FP32)',
  ];
}
