/** Reads the metadata that Ultralytics' exporter writes into a graph. */
import { metadataOf } from '../../../functions/inference/model/model-proto.ts';
import type { Graph } from '../../../functions/inference/pipelines/pipeline.ts';
import { defined } from '../../../project/defined.ts';

/** The metadata of a graph. Other exporters write none of these fields, and YOLOv5's writes only `names` and `stride`. */
export function ultralyticsOf({ file }: Graph) {
  const { task, names, stride, imgsz, end2end, head, description, args = '' } = metadataOf(file);
  const [height, width] = imgsz?.match(/\d+/g)?.map(Number) ?? [];
  return {
    task: task ?? (names !== undefined && stride !== undefined ? 'detect' : undefined),
    labels: quotedIn(names),
    size: defined({ width, height }),
    /** Whether the model is an RT-DETR. Its boxes are fractions of the width and height of a stretched picture. */
    isRtDetr: /rtdetr/i.test(`${head} ${description}`),
    /** Whether the graph itself removes overlapping boxes (non-maximum suppression). */
    isSuppressed: end2end === 'True' || /'nms': True/.test(args),
  };
}

/** The quoted texts in Python's notation of a dictionary or a list, in their order. */
function quotedIn(notation: string | undefined): string[] | undefined {
  const quoted = notation?.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g);
  const texts = [...(quoted ?? [])].map(([, single, double]) => (single ?? double)!.replace(/\\(.)/g, '$1'));
  return texts.length > 0 ? texts : undefined;
}
