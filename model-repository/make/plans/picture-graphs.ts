/** Recognises classifiers of pictures when `--pipeline` is not given, and tests whether their scores are probabilities. */
import { createHash } from 'node:crypto';
import { ModelError } from '../../../functions/inference/model/model-error.ts';
import { readMemberOutput } from '../../../functions/inference/pipelines/image-classification/combine.ts';
import type { resolveFormats } from '../../../functions/inference/pipelines/image-classification/pipeline.ts';
import type { InputFormat } from '../../../functions/inference/pipelines/picture/input/member-formats.ts';
import { feedsOf } from '../../../functions/inference/pipelines/picture/input/member-tensors.ts';
import { type Graph, sizeOf } from '../../../functions/inference/pipelines/pipeline.ts';
import { FLOAT_TYPES } from '../../../functions/inference/pipelines/shared/tensors.ts';
import { type ModelOptions, PICTURE_OPTIONS } from '../model-options.ts';
import { takesPictures } from '../picture-input.ts';
import type { LoadedModel } from './planner.ts';

/** The smallest picture is assumed to have 8 × 8 pixels, so fewer values are the row of a table. */
const FEWEST_VALUES = 64;

/**
 * Whether a model classifies pictures. `--scores`, `--reject` and any option for pictures say so. `--labels` says so, too, unless
 * the graph takes rows of a table, because models of tables have labels, too. Without these options, the graph decides.
 */
export function classifiesPictures(options: ModelOptions, model: LoadedModel): boolean {
  const decisive = [...PICTURE_OPTIONS, 'scores', 'reject'] as const;
  if (decisive.some((name) => options[name] !== undefined)) return true;
  return options.labels === undefined ? looksLikePictures(model) : !takesTableRows(model.graph);
}

function takesTableRows({ inputs: [input, ...others] }: Graph): boolean {
  const [, values, ...more] = input?.shape ?? [];
  return others.length + more.length === 0 && (sizeOf(values) ?? FEWEST_VALUES) < FEWEST_VALUES;
}

/** Whether a graph takes pictures, and has an output with two or more scores. */
function looksLikePictures(model: LoadedModel): boolean {
  return takesPictures(model) && scoresOf(model).some((count) => count >= 2);
}

/** Whether a graph gives a picture a single score, as a sigmoid does. A single score cannot decide between labels. */
export function givesOneScore(model: LoadedModel): boolean {
  return takesPictures(model) && scoresOf(model).join() === '1';
}

/** Whether a graph gives values for places in a picture: an output has four dimensions, and at most one of the last three is 1. */
export function givesMap(model: LoadedModel): boolean {
  const isMap = ({ shape }: Graph['outputs'][number]) =>
    shape.length === 4 && shape.slice(1).filter((size) => sizeOf(size) !== 1).length >= 2;
  return takesPictures(model) && model.graph.outputs.some(isMap);
}

/** Number of scores in each output that may have one score per label; 2 if the graph leaves the number open. */
function scoresOf({ graph: { outputs } }: LoadedModel): number[] {
  return outputs
    .filter(({ datatype, shape }) => FLOAT_TYPES.includes(datatype) && shape.length === 2)
    .map(({ shape }) => sizeOf(shape[1]) ?? 2);
}

/** Tolerance for probabilities in 16 bits, which do not exactly add up to one. */
const TOLERANCE = 0.02;

/** Format of a model's pictures, and properties of its scores. */
export type ProbedModel = Awaited<ReturnType<typeof probeScores>>;

/** Runs a model on a black, a white and some noisy pictures. @throws {ModelError} if it fails */
export async function probeScores(
  { member, graph }: LoadedModel,
  format: ReturnType<typeof resolveFormats>[number],
) {
  const rows: Float32Array[] = [];
  for (const pixels of picturesFor(format)) {
    const outputs = await member.run(feedsOf(pixels, format), [format.output]).catch((cause: Error) => {
      const [reason] = cause.message.split('\n', 1);
      throw new ModelError(`${graph.file} fails on a picture: ${reason}`, { cause });
    });
    rows.push(readMemberOutput(outputs[format.output]!, { ...format, scores: 'probabilities' }));
  }
  const inRange = rows.every((row) => row.every((value) => value >= -1e-6 && value <= 1 + TOLERANCE));
  const sums = rows.map((row) => row.reduce((sum, value) => sum + value, 0));
  const sumsToOne = sums.every((sum) => Math.abs(sum - 1) <= TOLERANCE);
  return {
    source: graph.file,
    format,
    scores: inRange && sumsToOne ? ('probabilities' as const) : ('logits' as const),
    /** Number of values for one picture. */
    count: rows[0]!.length,
    /**
     * Whether every score is between 0 and 1, but the scores of a picture do not add up to one. Scores of a sigmoid are like
     * this. They are neither logits nor probabilities of labels that exclude each other.
     */
    independent: inRange && !sumsToOne,
  };
}

function picturesFor({ picture: { width, height, colour } }: InputFormat): Uint8Array[] {
  const bytes = width * height * (colour === 'grey' ? 1 : 3);
  // The bytes of a hash look random but never change, so a model is always judged by the same pictures.
  const noise = (number: number) =>
    createHash('shake256', { outputLength: bytes }).update(`${number}`).digest();
  return [new Uint8Array(bytes), new Uint8Array(bytes).fill(255), ...[1, 2, 3].map(noise)];
}
