/** Pipeline `image-classification`: assigns one label of a list to each picture. */
import { memberFormats } from '../picture/input/member-formats.ts';
import { pictureSteps } from '../picture/input/member-tensors.ts';
import { pictureInputs } from '../picture/input/tensor-view.ts';
import type { Graph } from '../pipeline.ts';
import { definePipeline, type OpenedPipeline } from '../shared/define-pipeline.ts';
import { readLabels, topLabels } from '../shared/labels.ts';
import { outputOf, tensorOutputs } from '../shared/tensors.ts';
import { explainedMembers, requireProbabilities } from '../shared/votes.ts';
import { combineVotes, readMemberOutput } from './combine.ts';
import { findScores, type ImageLabelsManifest, ImageLabelsSchema, type OutputEntry } from './manifest.ts';
import {
  LABELS_KEPT,
  type LabelPredictions,
  type PictureInput,
  packPredictions,
  unpackPredictions,
} from './prediction.ts';

const LABELS_SHOWN = 5;

type Opened = OpenedPipeline<PictureInput, readonly Float32Array[], LabelPredictions>;

export const imageClassification = definePipeline({
  name: 'image-classification',
  fields: ImageLabelsSchema,
  async open(manifest, directory, graphs): Promise<Opened> {
    const { reject } = manifest;
    const labels = await readLabels(directory, manifest);
    const formats = resolveFormats(manifest, graphs, labels.length);
    const choice = { labels, reject };
    const { inputs, input } = pictureInputs(formats);
    return {
      labels: { labels, ...(reject && { reject: reject.label }) },
      ...pictureSteps(formats).steps,
      outputsOf: (member) => [formats[member]!.output],
      read(outputs, member) {
        const format = formats[member]!;
        return [readMemberOutput(outputs[format.output]!, format)];
      },
      check([probabilities], member) {
        const { file } = graphs[member]!;
        const remedy = 'if they are logits, set "output": {"scores": "logits"} in ensemble.json';
        requireProbabilities(probabilities!, labels.length, true, file, remedy);
      },
      combine: (votes, weightLeft, { everyLabel = false }) =>
        combineVotes(votes, weightLeft, choice, everyLabel),
      summary: ([{ label, confidence, rejected }, ...others]) =>
        others.length > 0
          ? { prediction: `${others.length + 1} pictures` }
          : { prediction: label, confidence, rejected },
      pack: packPredictions,
      unpack: unpackPredictions,
      // Explains the first picture, because the page sends only one.
      explain: (votes, [{ confidence, rejected, ranking }]) => ({
        confidence,
        rejected,
        threshold: reject?.threshold ?? 0,
        together: reject?.together ?? 1,
        members: explainedMembers(votes, ([probabilities]) => ({
          top: topLabels(probabilities!, labels, LABELS_SHOWN),
        })),
        mean: ranking,
      }),
      tensors: {
        inputs,
        // If `probabilities` is requested, every member must run, because this output is the mean of all members.
        input: (tensors, wanted) => ({ ...input(tensors), everyLabel: wanted.includes('probabilities') }),
        ...tensorOutputs<LabelPredictions>([
          outputOf('label', 'BYTES', [-1], (pictures) => pictures.map(({ label }) => label)),
          outputOf('confidence', 'FP32', [-1], (pictures) => pictures.map(({ confidence }) => confidence)),
          outputOf('ranking', 'BYTES', [-1, Math.min(LABELS_KEPT, labels.length)], (pictures) =>
            pictures.flatMap(({ ranking }) => ranking.map(({ label }) => label)),
          ),
          outputOf('probabilities', 'FP32', [-1, labels.length], (pictures) =>
            pictures.flatMap(({ probabilities = [] }) => [...probabilities]),
          ),
        ]),
      },
    };
  },
});

/** @throws {ModelError} naming everything that is wrong with every member */
export function resolveFormats(manifest: ImageLabelsManifest, graphs: readonly Graph[], labelCount: number) {
  return memberFormats(manifest, graphs, (graph, member, wrong) => {
    const output = { ...manifest.output, ...manifest.members[member]?.output } as OutputEntry;
    const scores = findScores(graph, output, labelCount, wrong);
    return scores && { output: scores.name, scores: output.scores };
  });
}
