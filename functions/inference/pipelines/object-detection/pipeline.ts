/** Pipeline `object-detection`: pictures in, the labelled boxes of each picture out. */
import * as v from 'valibot';
import { Count, Probability, strictFields } from '../../model/manifest.ts';
import { ModelError } from '../../model/model-error.ts';
import { Problem } from '../../problems/problems.ts';
import { PICTURE_FIELDS, PICTURE_MEMBER_FIELDS } from '../picture/input/input-schema.ts';
import { memberFormats } from '../picture/input/member-formats.ts';
import { pictureSteps } from '../picture/input/member-tensors.ts';
import { pictureInputs } from '../picture/input/tensor-view.ts';
import type { Graph } from '../pipeline.ts';
import { definePipeline, type OpenedPipeline } from '../shared/define-pipeline.ts';
import { LabelsSchema, readLabels } from '../shared/labels.ts';
import { FLOAT_TYPES, floatsOf, outputOf, tensorOutputs } from '../shared/tensors.ts';
import { explainedMembers, rounded } from '../shared/votes.ts';
import { toPicture } from './boxes.ts';
import { detect, HEADS, type HeadOutput, labelsIn, overlaps } from './heads.ts';
import type { DetectionInput, Detections, PictureDetections } from './prediction.ts';

export const DetectionSchema = v.looseObject({
  ...PICTURE_FIELDS,
  labels: LabelsSchema,
  output: strictFields({
    head: v.picklist(HEADS),
    /** Names of the graph's outputs. For `detr` and `rt-detr`, `name` has scores, and `boxes` has boxes; else `name` has both. */
    name: v.string(),
    boxes: v.optional(v.string()),
  }),
  /** Only boxes with a higher score are returned, unless a request has its own threshold. */
  threshold: v.optional(Probability, 0.25),
  /**
   * Intersection over union beyond which the less probable of two boxes of one label is left out. Only for YOLO without
   * non-maximum suppression in the graph. @default 0.7
   */
  iou: v.optional(Probability),
  maxDetections: v.optional(v.pipe(Count, v.maxValue(10_000)), 300),
  members: v.pipe(
    v.array(v.looseObject(PICTURE_MEMBER_FIELDS)),
    v.maxLength(1, 'a detector has one member, because boxes cannot be averaged'),
  ),
});

type DetectionManifest = v.InferOutput<typeof DetectionSchema>;

const DEFAULT_IOU = 0.7;
const NO_OVERLAP = '"iou" is for yolov5 and yolov8: the outputs of other heads have no overlapping boxes';

type Opened = OpenedPipeline<DetectionInput, readonly HeadOutput[], Detections>;

export const objectDetection = definePipeline({
  name: 'object-detection',
  fields: DetectionSchema,
  async open(manifest, directory, graphs): Promise<Opened> {
    const { output: named, threshold, iou, maxDetections } = manifest;
    const { head } = named;
    const labels = await readLabels(directory, manifest);
    const formats = resolveFormats(manifest, graphs);
    const { picture } = formats[0]!;
    const { steps, sizesOf } = pictureSteps(formats);
    return {
      ...steps,
      /** @throws {Problem} if a picture is refused, or if the request has an `iou` that has no effect */
      decode(request) {
        if (request.iou === undefined || overlaps(head)) return steps.decode(request);
        throw new Problem('invalid-request', `${NO_OVERLAP}.`);
      },
      labels: { labels },
      outputsOf: () => [named.name, ...(named.boxes === undefined ? [] : [named.boxes])],
      read(given) {
        const tensor = given[named.name]!;
        const boxes = named.boxes === undefined ? undefined : floatsOf(given[named.boxes]!);
        return [{ shape: tensor.shape.slice(1), values: floatsOf(tensor), boxes }];
      },
      check([given]) {
        const count = labelsIn(head, given!.shape);
        if (count === undefined || count === labels.length) return;
        const { file } = graphs[0]!;
        throw new ModelError(
          `${file}, read as ${head}, gives the scores of ${count} labels, but the file of labels has ${labels.length}`,
        );
      },
      combine(votes, weightLeft, request) {
        const limits = {
          threshold: request.threshold ?? threshold,
          iou: request.iou ?? iou ?? DEFAULT_IOU,
          maxDetections,
        };
        const sizes = sizesOf(request);
        const output = votes[0]!.memberOutput.map((given, index): PictureDetections => {
          const { width, height } = sizes[index] ?? picture;
          const boxOf = toPicture({ width, height }, picture);
          const detections = detect(head, given, picture, limits).map((candidate) => ({
            label: labels[candidate.label] ?? String(candidate.label),
            score: rounded(candidate.score),
            box: boxOf(candidate),
          }));
          return { detections, size: { width, height } };
        });
        return { output: output as never, decided: weightLeft === 0 };
      },
      summary([
        {
          detections: { length },
        },
        ...others
      ]) {
        if (others.length > 0) return { prediction: `${others.length + 1} pictures` };
        return { prediction: length === 1 ? '1 box' : `${length} boxes` };
      },
      pack: ([first, ...others]) => JSON.stringify(others.length > 0 ? { ...first, others } : first),
      unpack(text) {
        const { others = [], ...first } = JSON.parse(text);
        return [first, ...others];
      },
      explain: (votes, [{ detections, size }]) => ({ members: explainedMembers(votes), detections, size }),
      tensors: {
        ...pictureInputs(formats, 1),
        ...tensorOutputs<Detections>([
          outputOf('label', 'BYTES', [-1], ([{ detections }]) => detections.map(({ label }) => label)),
          outputOf('score', 'FP32', [-1], ([{ detections }]) => detections.map(({ score }) => score)),
          outputOf('box', 'FP32', [-1, 4], ([{ detections }]) =>
            detections.flatMap(({ box: { xmin, ymin, xmax, ymax } }) => [xmin, ymin, xmax, ymax]),
          ),
        ]),
      },
    };
  },
});

/** @throws {ModelError} naming everything that is wrong */
export function resolveFormats(
  manifest: Pick<DetectionManifest, 'input' | 'members' | 'output' | 'iou'>,
  graphs: readonly Graph[],
) {
  const { name, boxes, head } = manifest.output;
  return memberFormats(manifest, graphs, ({ outputs }, _member, wrong) => {
    for (const wanted of boxes === undefined ? [name] : [name, boxes]) {
      const found = outputs.find((output) => output.name === wanted);
      if (!FLOAT_TYPES.includes(found?.datatype) || found?.shape.length !== 3) {
        wrong.push(`"${wanted}" must be ${FLOAT_TYPES.join(', ')} [N, …, …], as ${head} gives it`);
      }
    }
    if (['detr', 'rt-detr'].includes(head) !== (boxes !== undefined)) {
      wrong.push(`"output": {"boxes": …} is required for the heads detr and rt-detr, and refused for others`);
    }
    if (manifest.iou !== undefined && !overlaps(head)) wrong.push(NO_OVERLAP);
    const { fit, resize } = manifest.input;
    if (fit === 'cover' || resize !== undefined) {
      wrong.push(
        '"fit" must be "contain" or "fill", without "resize", because objects that are cut off are lost',
      );
    }
    return {};
  });
}
