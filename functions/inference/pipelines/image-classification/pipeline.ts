/** Pipeline `image-classification`: a picture in, one of a list of labels out. */
import { ModelError } from '../../model/model-error.ts';
import { readLabels, topLabels } from '../labels.ts';
import type { Graph, Pipeline, PipelineDefinition } from '../pipeline.ts';
import { combineVotes } from './combine.ts';
import { decoder, picturesIn } from './decoder.ts';
import { checkImageLabels, type ImageLabelsManifest, ImageLabelsSchema } from './manifest.ts';
import { type MemberFormat, resolveFormat } from './member-format.ts';
import { checkMemberOutput, readMemberOutput, toTensor } from './member-tensors.ts';
import { warmUpDecoder } from './picture/decode.ts';
import { type LabelPrediction, type PictureInput, packPrediction, unpackPrediction } from './prediction.ts';
import { tensorView } from './tensor-view.ts';

const LABELS_SHOWN = 5;

export const imageClassification: PipelineDefinition = {
  name: 'image-classification',
  fields: ImageLabelsSchema,
  async open(content, directory, graphs) {
    const manifest = checkImageLabels(content, directory);
    const labels = await readLabels(directory, manifest);
    const formats = resolveFormats(manifest, graphs, labels.length);
    return createPipeline(manifest, labels, formats, graphs) as Pipeline;
  },
};

/** @throws {ModelError} naming everything that is wrong with every member */
function resolveFormats(
  { input, output, members }: ImageLabelsManifest,
  graphs: readonly Graph[],
  labelCount: number,
): MemberFormat[] {
  const wrong: string[] = [];
  const formats = graphs.flatMap((graph, index) => {
    const own = members[index];
    try {
      return [resolveFormat(graph, merge(input, own?.input), merge(output, own?.output), labelCount)];
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      wrong.push(error.message);
      return [];
    }
  });
  if (wrong.length > 0) throw new ModelError(wrong.join('\n'));
  return formats;
}

function merge<Entry extends object>(all: Entry, own: object | undefined): Entry {
  return { ...all, ...own };
}

function createPipeline(
  { reject }: ImageLabelsManifest,
  labels: readonly string[],
  formats: readonly MemberFormat[],
  graphs: readonly Graph[],
): Pipeline<PictureInput, Float32Array, LabelPrediction> {
  const choice = { labels, reject };
  return {
    name: imageClassification.name,
    labels: { labels, ...(reject && { reject: reject.answer }) },
    decode: decoder(formats),
    work: picturesIn,
    warmUp: () => warmUpDecoder(formats[0]!.picture),
    blank: () => (member) => {
      const { input, picture } = formats[member]!;
      const channels = picture.colour === 'grey' ? 1 : 3;
      const pixels = new Uint8Array(picture.width * picture.height * channels);
      return { [input]: toTensor(pixels, formats[member]!) };
    },
    outputsOf: (member) => [formats[member]!.output],
    read(outputs, member) {
      const format = formats[member]!;
      return readMemberOutput(outputs[format.output]!, format);
    },
    join: (parts) => Float32Array.from(parts.flatMap((part) => [...part])),
    check: (memberOutput, member) => checkMemberOutput(memberOutput, labels.length, graphs[member]!.file),
    combine: (votes, weightLeft, { everyLabel }) => combineVotes(votes, weightLeft, choice, everyLabel),
    summary: ({ label, confidence, rejected, others }) =>
      others ? { answer: `${others.length + 1} pictures` } : { answer: label, confidence, rejected },
    pack: packPrediction,
    unpack: unpackPrediction,
    // Of the first picture: a page sends one.
    explain: (votes, { confidence, rejected, ranking }) => ({
      confidence,
      rejected,
      threshold: reject?.threshold ?? 0,
      together: reject?.together ?? 1,
      members: votes.map(({ name, weight, milliseconds, memberOutput }) => ({
        name,
        weight,
        milliseconds,
        top: topLabels(memberOutput.subarray(0, labels.length), labels, LABELS_SHOWN),
      })),
      mean: ranking,
    }),
    tensors: tensorView(formats, labels),
  };
}
