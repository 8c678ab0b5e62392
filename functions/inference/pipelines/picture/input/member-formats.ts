/** Finds the formats of the pictures that members take, in `ensemble.json` and in the graphs. */
import { ModelError } from '../../../model/model-error.ts';
import { type Datatype, elementCount, type SizedTensor, type Tensors } from '../../../model/tensors.ts';
import { describeValues, type Graph, sizeOf, type ValueInfo } from '../../pipeline.ts';
import type { PictureSize } from '../file/picture-header.ts';
import type { PictureFormat } from '../place.ts';
import type { InputEntry, PictureFields } from './input-schema.ts';
import { findFrame } from './picture-frame.ts';

export const PICTURE_TYPES = ['UINT8', 'FP16', 'FP32', 'FP64'] as const satisfies readonly Datatype[];
type PictureType = (typeof PICTURE_TYPES)[number];
export type PictureTensor = Extract<SizedTensor, { readonly datatype: PictureType }>;

export type InputFormat = Readonly<NonNullable<ReturnType<typeof resolveInput>>>;

/**
 * The format of each member's input, together with the output that `findOutput` found for this member.
 * @param findOutput finds the output of a member, and adds mistakes to `wrong`
 * @throws {ModelError} naming everything that is wrong with any member, with the inputs and outputs of that member's graph
 */
export function memberFormats<Output extends object>(
  { input, members }: PictureFields,
  graphs: readonly Graph[],
  findOutput: (graph: Graph, member: number, wrong: string[]) => Output | undefined,
): (InputFormat & Output)[] {
  const findings: string[] = [];
  const formats = graphs.flatMap((graph, member) => {
    const wrong: string[] = [];
    const takes = resolveInput(graph, { ...input, ...members[member]?.input } as InputEntry, wrong);
    const gives = findOutput(graph, member, wrong);
    if (takes && gives && wrong.length === 0) return [{ ...takes, ...gives }];
    const [inputs, outputs] = [graph.inputs, graph.outputs].map(describeValues);
    findings.push(`${graph.file} takes ${inputs} and gives ${outputs}: ${wrong.join('; ')}`);
    return [];
  });
  if (findings.length > 0) throw new ModelError(findings.join('\n'));
  return formats;
}

function resolveInput(graph: Graph, input: InputEntry, wrong: string[]) {
  const info = findInput(graph, input, wrong);
  const frame = info && findFrame(info, input, wrong);
  if (!info || !frame) return undefined;
  checkResize(input, frame, wrong);
  const { width, height, channels, planar, shape } = frame;
  const { fit = 'fill', resize, crop, resample, background, maxPixels } = input;
  const colour: PictureFormat['colour'] = channels === 1 ? 'grey' : 'rgb';
  const order: 'rgb' | 'bgr' = input.colour === 'bgr' ? 'bgr' : 'rgb';
  const datatype = info.datatype as PictureType;
  const spread = (values: number | readonly number[]) =>
    typeof values === 'number' ? Array.from({ length: channels }, () => values) : values;
  return {
    input: info.name,
    /** Further tensors that the member takes with each picture. */
    extraInputs: maskIn(graph, frame),
    datatype,
    /** Shape of the tensor for one picture. */
    shape,
    picture: { width, height, colour, fit, resize, crop, resample, background, maxPixels },
    order,
    planar,
    scale: input.scale ?? (datatype === 'UINT8' ? 1 : 1 / 255),
    /** Mean and standard deviation of each channel. */
    mean: spread(input.mean),
    deviation: spread(input.deviation),
  };
}

function checkResize({ fit, resize }: InputEntry, { width, height }: PictureSize, wrong: string[]): void {
  if (resize === undefined) return;
  if (fit !== undefined) wrong.push('"resize" crops the middle of a picture, so leave out "fit"');
  const [across, down] = typeof resize === 'number' ? [resize, resize] : [resize.width, resize.height];
  if (across < width || down < height) {
    wrong.push(`"resize" to ${across} × ${down} is smaller than the ${width} × ${height} that are kept`);
  }
}

function findInput(graph: Graph, input: InputEntry, wrong: string[]): ValueInfo | undefined {
  const pictures = graph.inputs.filter((info) => !isMask(info));
  const named = pictures.filter(({ name }) => input.name === undefined || name === input.name);
  const [info] = named;
  if (!info) {
    wrong.push(
      input.name === undefined ? 'it has no input for pictures' : `there is no input "${input.name}"`,
    );
  } else if (pictures.length > 1) {
    wrong.push('it has several inputs for pictures, which only the pipeline "tensor" serves');
  } else if (!(PICTURE_TYPES as readonly unknown[]).includes(info.datatype)) {
    wrong.push(`pictures must be ${PICTURE_TYPES.join(', ')}, not ${info.datatype ?? 'something else'}`);
  }
  return info;
}

/** Whether an input is the mask by which the family of DETR tells the pixels of a picture from padding. */
export function isMask({ name, datatype, shape }: ValueInfo): boolean {
  return name === 'pixel_mask' && datatype === 'INT64' && shape.length === 3;
}

/** A mask in which all pixels belong to the picture. Some exports take a mask of a fixed size. */
function maskIn({ inputs }: Graph, { height, width }: PictureSize): Tensors {
  const masks = inputs.filter(isMask).map(({ name, shape: [, down, across] }) => {
    const shape = [1, sizeOf(down) ?? height, sizeOf(across) ?? width];
    const data = new BigInt64Array(elementCount(shape)).fill(1n);
    return [name, { datatype: 'INT64' as const, shape, data }];
  });
  return Object.fromEntries(masks);
}
