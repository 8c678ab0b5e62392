/** Kind `image-labels`: a picture in, one of a list of labels out. */
import { ModelError } from '../../model/model-error.ts';
import type { Graph, Kind, KindDefinition } from '../kind.ts';
import { readLabels } from '../labels.ts';
import { checkBallot, readBallot } from './ballot.ts';
import { combineVotes } from './combine.ts';
import { decoder, picturesIn } from './decoder.ts';
import { checkImageLabels, type ImageLabelsManifest, ImageLabelsSchema } from './manifest.ts';
import { type MemberFormat, resolveFormat } from './member-format.ts';
import { packAnswer, unpackAnswer } from './pack.ts';
import { warmUpDecoder } from './picture/warm-up.ts';
import { topLabels } from './ranking.ts';
import { tensorView } from './tensor-view.ts';
import { toTensor } from './to-tensor.ts';
import type { LabelAnswer, PictureQuestion } from './types.ts';

/** Labels that are shown of each vote. */
const LABELS_SHOWN = 5;

export const imageLabels: KindDefinition = {
  name: 'image-labels',
  fields: ImageLabelsSchema,
  async open(content, directory, graphs) {
    const manifest = checkImageLabels(content, directory);
    const labels = await readLabels(directory, manifest);
    const formats = resolveFormats(manifest, graphs, labels.length);
    return createKind(manifest, labels, formats, graphs) as Kind;
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

/** What is said of all members, and of one of them on top. */
function merge<Entry extends object>(all: Entry, own: object | undefined): Entry {
  return { ...all, ...own };
}

function createKind(
  { reject }: ImageLabelsManifest,
  labels: readonly string[],
  formats: readonly MemberFormat[],
  graphs: readonly Graph[],
): Kind<PictureQuestion, Float32Array, LabelAnswer> {
  const choice = { labels, reject };
  return {
    name: imageLabels.name,
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
      return readBallot(outputs[format.output]!, format);
    },
    join: (parts) => Float32Array.from(parts.flatMap((part) => [...part])),
    check: (ballot, member) => checkBallot(ballot, labels.length, graphs[member]!.file),
    combine: (votes, weightLeft, { everyLabel }) => combineVotes(votes, weightLeft, choice, everyLabel),
    summary: ({ label, confidence, rejected, others }) =>
      others ? { answer: `${others.length + 1} pictures` } : { answer: label, confidence, rejected },
    pack: packAnswer,
    unpack: unpackAnswer,
    // Of the first picture: a page asks for one.
    explain: (votes, { confidence, rejected, ranking }) => ({
      confidence,
      rejected,
      threshold: reject?.threshold ?? 0,
      together: reject?.together ?? 1,
      members: votes.map(({ name, weight, milliseconds, ballot }) => ({
        name,
        weight,
        milliseconds,
        top: topLabels(ballot.subarray(0, labels.length), labels, LABELS_SHOWN),
      })),
      mean: ranking,
    }),
    tensors: tensorView(formats, labels),
  };
}
