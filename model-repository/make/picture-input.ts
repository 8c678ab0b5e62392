/** Makes the field `input` of `ensemble.json` from options and files. */

import { ModelError } from '../../functions/inference/model/model-error.ts';
import {
  type InputFormat,
  isMask,
  PICTURE_TYPES,
} from '../../functions/inference/pipelines/picture/input/member-formats.ts';
import { type Graph, sizeOf } from '../../functions/inference/pipelines/pipeline.ts';
import { defined } from '../../project/defined.ts';
import { UsageError } from '../../project/usage-error.ts';
import { type ModelOptions, PICTURE_OPTIONS } from './model-options.ts';
import { type LoadedModel, zipMapHint } from './plans/planner.ts';
import { ultralyticsOf } from './plans/ultralytics.ts';
import { preprocessingIn } from './preprocessor-config.ts';

/**
 * Whether a graph takes pictures: apart from masks, it has one input, which has four dimensions and a datatype of pictures.
 * This input must have one or three channels, unless a configuration of preprocessing lies beside the graph.
 */
export function takesPictures({ folder, graph }: LoadedModel): boolean {
  const [input, ...others] = graph.inputs.filter((input) => !isMask(input));
  const [, first, , last, ...more] = input?.shape ?? [];
  return (
    others.length + more.length === 0 &&
    last !== undefined &&
    (PICTURE_TYPES as readonly unknown[]).includes(input?.datatype) &&
    ([first, last].some((size) => sizeOf(size) === 1 || sizeOf(size) === 3) ||
      Object.keys(preprocessingIn(folder).input).length > 0)
  );
}

/** The part of the field `input` that options, the graph and the files beside a model determine. */
export function knownInput({ folder, graph }: LoadedModel, options: ModelOptions) {
  const given = PICTURE_OPTIONS.map((option) => [option === 'std' ? 'deviation' : option, options[option]]);
  const fromOptions = defined(Object.fromEntries(given));
  const { resize: cropped, ...beside } = { ...classifyInput(graph), ...preprocessingIn(folder).input };
  return {
    ...beside,
    ...(options.fit === undefined && cropped !== undefined && { resize: cropped }),
    ...fromOptions,
  };
}

/**
 * Ultralytics' classifiers resize the shorter side of a picture to their input's side, and crop the picture to its middle
 * (`classify_transforms`).
 */
function classifyInput(graph: Graph): Readonly<Record<string, unknown>> {
  const { task, size } = ultralyticsOf(graph);
  return task === 'classify' ? { ...size, resize: size.height, mean: 0, deviation: 1 } : {};
}

/**
 * @param resolve finds the formats of the members' pictures
 * @throws {UsageError} if `resolve` throws a `ModelError`, or a graph takes only batches of one size above 1
 */
export function resolvedFormats<Format>(
  models: readonly LoadedModel[],
  resolve: (graphs: Graph[]) => Format[],
): Format[] {
  const graphs = models.map(({ graph }) => graph);
  for (const graph of graphs) requireOneByOne(graph);
  try {
    return resolve(graphs);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const { input, notes, file, edge = 224 } = preprocessingIn(models[0]!.folder);
    const message = error.message
      .replace(/set "(height|width)"/g, `set --$1 ${edge}, or another size`)
      .replace(/ensemble\.json (says "(\w+)": (\d+))/g, (_, says, name, size) =>
        input[name] === Number(size) ? `${file} ${says}` : `--${name} is ${size}`,
      );
    throw new UsageError([`${message}${zipMapHint(graphs)}`, ...notes].join('; '));
  }
}

/** @throws {UsageError} if the graph's batch dimension is fixed at another size than 1 */
function requireOneByOne({ file, inputs: [input] }: Graph): void {
  const batch = sizeOf(input?.shape[0]) ?? 1;
  if (batch === 1) return;
  throw new UsageError(
    `${file} takes exactly ${batch} pictures at once: export it with a batch of 1 or of any size, in PyTorch with ` +
      `torch.onnx.export(…, dynamic_axes={"${input?.name}": {0: "batch"}}), or serve its tensors with --pipeline tensor`,
  );
}

/** The field `input` with all its fields, because later versions may have other defaults. */
export function inputEntry({ input, picture, order, planar, scale, mean, deviation }: InputFormat) {
  const { width, height, colour, fit, resize, crop, resample, background, maxPixels } = picture;
  const together = (values: readonly number[]) => (new Set(values).size === 1 ? values[0] : values);
  return {
    name: input,
    width,
    height,
    colour: colour === 'grey' ? colour : order,
    layout: planar ? 'nchw' : 'nhwc',
    ...defined({ ...(resize === undefined ? { fit } : { resize }), crop }),
    resample,
    background,
    scale,
    mean: together(mean),
    deviation: together(deviation),
    maxPixels,
  };
}

/** Notes for people about the preprocessing of pictures. */
export function inputNotes(model: LoadedModel, { datatype }: InputFormat, options: ModelOptions): string[] {
  const { notes } = preprocessingIn(model.folder);
  const input: object = knownInput(model, options);
  if ('mean' in input || 'scale' in input || datatype === 'UINT8') return notes;
  return [
    ...notes,
    'pixels are scaled to the range from 0 to 1: if the model was trained on other values, set --mean and --std ' +
      '(torchvision: --mean 0.485,0.456,0.406 --std 0.229,0.224,0.225)',
  ];
}
