/**
 * Makes models of the pipeline `object-detection` from Ultralytics' exports and from exports of the DETR family. Metadata in
 * the graph describe Ultralytics' exports.
 */
import { checkManifest } from '../../../functions/inference/model/manifest.ts';
import { elementCount } from '../../../functions/inference/model/tensors.ts';
import {
  type Head,
  type HeadOutput,
  labelsIn,
} from '../../../functions/inference/pipelines/object-detection/heads.ts';
import {
  DetectionSchema,
  resolveFormats,
} from '../../../functions/inference/pipelines/object-detection/pipeline.ts';
import { feedsOf } from '../../../functions/inference/pipelines/picture/input/member-tensors.ts';
import type { PictureFormat } from '../../../functions/inference/pipelines/picture/place.ts';
import type { Graph } from '../../../functions/inference/pipelines/pipeline.ts';
import { floatsOf } from '../../../functions/inference/pipelines/shared/tensors.ts';
import { defined } from '../../../project/defined.ts';
import { UsageError } from '../../../project/usage-error.ts';
import { numberedLabels } from '../describe-model.ts';
import { PICTURE_OPTIONS } from '../model-options.ts';
import { inputEntry, inputNotes, knownInput, resolvedFormats, takesPictures } from '../picture-input.ts';
import type { Planner } from './planner.ts';
import { ultralyticsOf } from './ultralytics.ts';

/** Ultralytics resizes with OpenCV. */
const STRETCHED = { resample: 'inter_linear' } as const;
/** For YOLO, the picture keeps its proportions, and the colour `background` fills the rest of the frame. */
const LETTERBOX = { ...STRETCHED, fit: 'contain', crop: 'down', background: '#727272' } as const;
/** An output with more boxes than this is assumed to have overlapping ones, unless metadata say that the graph removes them. */
const MOST_SUPPRESSED = 1000;
/** Defaults of Ultralytics' `predict`, YOLOv5's detect.py and Hugging Face's pipeline. */
const DEFAULTS = {
  yolov5: { threshold: 0.25, iou: 0.45 },
  yolov8: { threshold: 0.25, iou: 0.7 },
  end2end: { threshold: 0.25 },
  detr: { threshold: 0.5 },
  'rt-detr': { threshold: 0.5 },
  'rt-detr-rows': { threshold: 0.25 },
} as const;

export const objectDetectionPlanner: Planner = {
  pipeline: 'object-detection',
  options: [...PICTURE_OPTIONS, 'labels', 'output', 'threshold', 'iou'],
  fits: (model, { scores, reject }) =>
    scores === undefined &&
    reject === undefined &&
    takesPictures(model) &&
    (isDetr(model.graph) || isYolo(model.graph)),
  async plan([model, ...others], known, options) {
    const { graph, member } = model!;
    if (others.length > 0)
      throw new UsageError('a detector has one member, because boxes cannot be averaged');
    const ultralytics = ultralyticsOf(graph);
    const isOfDetr = isDetr(graph);
    const output = isOfDetr
      ? { head: 'detr', name: options.output ?? 'logits', boxes: 'pred_boxes' }
      : { head: 'yolov8', name: options.output ?? nameOf(graph) };
    const frame = isOfDetr ? {} : ultralytics.isRtDetr ? STRETCHED : LETTERBOX;
    const input = { ...frame, ...ultralytics.size, ...knownInput(model!, options) };
    const manifest = { input, output, labels: { file: 'labels.txt' }, members: [] };
    const entries = checkManifest(DetectionSchema, manifest, 'ensemble.json');
    const [format] = resolvedFormats([model!], (graphs) => resolveFormats(entries, graphs));
    const blank = feedsOf(new Uint8Array(elementCount(format!.shape)), format!);
    const { [output.name]: tensor } = await member.run(blank, [output.name]);
    const shape = tensor!.shape.slice(1);
    const head = isOfDetr ? detrHead(shape, known) : yoloHead(shape, known?.length, ultralytics);
    requireReadable(graph, head, { shape, values: floatsOf(tensor!) }, format!.picture);
    const count = labelsIn(head, shape);
    return {
      fields: [
        {
          input: inputEntry(format!),
          output: { ...output, head },
          ...DEFAULTS[head],
          ...defined({ threshold: options.threshold, iou: options.iou }),
          maxDetections: entries.maxDetections,
        },
      ],
      labels: known ?? numberedLabels(count ?? 1),
      notes: [
        ...(isOfDetr ? inputNotes(model!, format!, options) : []),
        `it is served as a detector (${head}); --pipeline tensor serves it as tensors`,
        ...(known ? [] : ['no labels are given, so the labels are numbers: set labels with --labels']),
      ],
    };
  },
};

function isDetr({ outputs }: Graph): boolean {
  return ['logits', 'pred_boxes'].every((name) => outputs.some((output) => output.name === name));
}

/** Recognises YOLO by Ultralytics' metadata, or else by an output with three dimensions and a name that Ultralytics uses. */
function isYolo(graph: Graph): boolean {
  const { task } = ultralyticsOf(graph);
  if (task !== undefined) return task === 'detect';
  return graph.outputs.some(({ name, shape }) => /^output0?$/.test(name) && shape.length === 3);
}

function nameOf({ outputs }: Graph): string {
  return (outputs.find(({ shape }) => shape.length === 3) ?? outputs[0]!).name;
}

/** Refuses a model if its output for a blank picture is not what this head gives. */
function requireReadable(
  { file }: Graph,
  head: Head,
  { shape: [, second = 0], values }: HeadOutput,
  { width }: PictureFormat,
): void {
  const instead = '--pipeline tensor serves its tensors';
  if (head === 'rt-detr-rows' && (second !== 6 || !Number.isInteger(values[5]))) {
    throw new UsageError(
      `${file} is an RT-DETR that gives the scores of all labels, as older versions of Ultralytics export it: use a newer version, ` +
        `or ${instead}`,
    );
  }
  // Centres in pixels are all over the picture. If all centres are far left, they are offsets within the cells of a grid.
  const centres = values.filter((_, index) => index % second === 0);
  if (head === 'yolov5' && centres.every((x) => x < width / 4)) {
    throw new UsageError(
      `${file} gives boxes that are not in pixels, as YOLOX does without --decode_in_inference: ${instead}`,
    );
  }
}

/** DETR has the class "no object" in addition to the labels; RT-DETR has exactly one class per label. */
function detrHead([, classes = 0]: readonly number[], labels: readonly string[] | undefined): Head {
  return labels?.length === classes ? 'rt-detr' : 'detr';
}

function yoloHead(
  [first = 0, second = 0]: readonly number[],
  labels: number | undefined,
  { isRtDetr, isSuppressed }: ReturnType<typeof ultralyticsOf>,
): Head {
  if (isRtDetr) return 'rt-detr-rows';
  if (isSuppressed || (second === 6 && first <= MOST_SUPPRESSED && labels !== first - 4)) return 'end2end';
  if (labels === undefined) return first < second ? 'yolov8' : 'yolov5';
  return labels === second - 5 && labels !== first - 4 ? 'yolov5' : 'yolov8';
}
