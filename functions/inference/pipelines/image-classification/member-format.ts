/** How one member takes pictures and gives scores: what `ensemble.json` says, completed by what its graph says. */
import { type Datatype, elementCount } from '../../model/tensors.ts';
import type { PictureFormat } from '../picture/decode.ts';
import { describePlaces, type Graph, type GraphPlace, sizeOf } from '../pipeline.ts';
import type { InputEntry, OutputEntry } from './manifest.ts';
import { findFrame } from './picture-frame.ts';

export const PICTURE_TYPES = ['UINT8', 'FP16', 'FP32', 'FP64'] as const satisfies readonly Datatype[];
export type PictureType = (typeof PICTURE_TYPES)[number];
export const SCORE_TYPES: readonly (Datatype | undefined)[] = ['FP16', 'FP32', 'FP64'];

export interface MemberFormat {
  readonly input: string;
  readonly datatype: PictureType;
  /** Of the tensor, for one picture. */
  readonly shape: readonly number[];
  readonly picture: PictureFormat;
  readonly order: 'rgb' | 'bgr';
  readonly planar: boolean;
  readonly scale: number;
  /** One value per channel. */
  readonly mean: readonly number[];
  readonly deviation: readonly number[];
  readonly output: string;
  readonly scores: 'probabilities' | 'logits';
}

/** @param findings takes all that is wrong or missing, in the words of what the graph takes and gives */
export function resolveFormat(
  graph: Graph,
  input: InputEntry,
  output: OutputEntry,
  labelCount: number,
  findings: string[],
): MemberFormat | undefined {
  const wrong: string[] = [];
  const place = findInput(graph, input, wrong);
  const frame = place && findFrame(place, input, wrong);
  const scores = findOutput(graph, output, labelCount, wrong);
  if (!place || !frame || !scores || wrong.length > 0) {
    const [takes, gives] = [graph.inputs, graph.outputs].map(describePlaces);
    findings.push(`${graph.file} takes ${takes} and gives ${gives}: ${wrong.join('; ')}`);
    return undefined;
  }
  const { width, height, channels, planar, shape } = frame;
  const datatype = place.datatype as PictureType;
  const spread = (values: number | readonly number[]) =>
    typeof values === 'number' ? Array.from({ length: channels }, () => values) : values;
  return {
    input: place.name,
    datatype,
    shape,
    picture: {
      width,
      height,
      colour: channels === 1 ? 'grey' : 'rgb',
      fit: input.fit,
      background: input.background,
      maxPixels: input.maxPixels,
    },
    order: input.colour === 'bgr' ? 'bgr' : 'rgb',
    planar,
    scale: input.scale ?? (datatype === 'UINT8' ? 1 : 1 / 255),
    mean: spread(input.mean),
    deviation: spread(input.deviation),
    output: scores.name,
    scores: output.scores,
  };
}

function findInput(graph: Graph, input: InputEntry, wrong: string[]): GraphPlace | undefined {
  const named = graph.inputs.filter(({ name }) => input.name === undefined || name === input.name);
  const [place] = named;
  if (!place) wrong.push(`there is no input "${input.name}"`);
  else if (named.length > 1 || graph.inputs.length > 1) {
    wrong.push('a picture is one input; a model with several is a model of pipeline "tensor"');
  } else if (!(PICTURE_TYPES as readonly unknown[]).includes(place.datatype)) {
    wrong.push(`pictures are given as ${PICTURE_TYPES.join(', ')}, not ${place.datatype ?? 'no tensor'}`);
  }
  return place;
}

function findOutput(
  graph: Graph,
  { name }: OutputEntry,
  labelCount: number,
  wrong: string[],
): GraphPlace | undefined {
  const fitting = graph.outputs.filter(
    (place) =>
      (name === undefined || place.name === name) &&
      SCORE_TYPES.includes(place.datatype) &&
      valuesOf(place, labelCount) === labelCount,
  );
  const [place] = fitting;
  if (!place) wrong.push(`none of its outputs gives ${labelCount} scores, one for each label`);
  else if (fitting.length > 1) {
    wrong.push(`say which output has the scores: ${fitting.map((found) => `"${found.name}"`).join(' or ')}`);
  }
  return place;
}

/** Values for one picture; an open dimension other than the first is believed to be the labels. */
function valuesOf({ shape }: GraphPlace, labelCount: number): number {
  if (shape.length === 0) return labelCount;
  const sizes = shape.length === 1 ? shape : shape.slice(1);
  return elementCount(sizes.map((size) => sizeOf(size) ?? labelCount));
}
