/** Whether a model classifies pictures, where no option names its pipeline, and what its scores are. */
import { readMemberOutput } from '../../functions/inference/pipelines/image-classification/combine.ts';
import type { ScoreFormat } from '../../functions/inference/pipelines/image-classification/scores.ts';
import type { InputFormat } from '../../functions/inference/pipelines/picture-input/member-formats.ts';
import { toTensor } from '../../functions/inference/pipelines/picture-input/member-tensors.ts';
import { type Graph, sizeOf } from '../../functions/inference/pipelines/pipeline.ts';
import { FLOAT_TYPES } from '../../functions/inference/pipelines/tensors.ts';
import { mulberry32 } from '../../project/mulberry32.ts';
import { RepositoryError } from '../repository-error.ts';
import { PICTURE_OPTIONS } from './model-options.ts';
import { takesPictures } from './picture-input.ts';
import type { LoadedModel } from './planner.ts';
import type { ModelOptions } from './read-model-options.ts';

/** Pictures of 8 × 8 pixels are the smallest that people classify; less is a row of a table. */
const FEWEST_VALUES = 64;

/** Options for labels or pictures speak for it; else the graph does. Labels are for rows of a table, too. */
export function classifiesPictures(options: ModelOptions, model: LoadedModel): boolean {
  if (Object.keys(options).some((name) => PICTURE_OPTIONS.includes(name))) return true;
  return options.labels === undefined ? looksLikePictures(model) : !takesTableRows(model.graph);
}

function takesTableRows({ inputs: [place, ...others] }: Graph): boolean {
  const [, values, ...more] = place?.shape ?? [];
  return others.length + more.length === 0 && (sizeOf(values) ?? FEWEST_VALUES) < FEWEST_VALUES;
}

/** Pictures, and an output of one score per label. */
function looksLikePictures(model: LoadedModel): boolean {
  return takesPictures(model) && scoresOf(model).some((count) => count >= 2);
}

/** Whether a picture has one score, such as that of a sigmoid: no labels can be told by it. */
export function givesOneScore(model: LoadedModel): boolean {
  return takesPictures(model) && scoresOf(model).join() === '1';
}

/** How many scores outputs have that may be of labels; two or more where the graph leaves it open. */
function scoresOf({ graph: { outputs } }: LoadedModel): number[] {
  return outputs
    .filter(({ datatype, shape }) => FLOAT_TYPES.includes(datatype) && shape.length === 2)
    .map(({ shape }) => sizeOf(shape[1]) ?? 2);
}

/** Probabilities in 16 bits may add up to one as badly as this. */
const TOLERANCE = 0.02;
const NOISES = 3;

/** How a model takes pictures, and what its scores look like. */
export type ProbedModel = Awaited<ReturnType<typeof probeScores>>;

/** Runs a model on a black, a white and some noisy pictures. @throws {RepositoryError} when it fails */
export async function probeScores({ member, graph }: LoadedModel, format: InputFormat & ScoreFormat) {
  const rows: Float32Array[] = [];
  for (const pixels of picturesFor(format)) {
    const feeds = { [format.input]: toTensor(pixels, format) };
    const outputs = await member.run(feeds, [format.output]).catch((cause: Error) => {
      const [reason] = cause.message.split('\n', 1);
      throw new RepositoryError(`${graph.file} fails on a picture: ${reason}`, { cause });
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
    /** Values for one picture. */
    count: rows[0]!.length,
    /** Each score is between 0 and 1, but they do not add up to one: as of a sigmoid, which is neither. */
    independent: inRange && !sumsToOne,
  };
}

function picturesFor({ picture: { width, height, colour } }: InputFormat): Uint8Array[] {
  const bytes = width * height * (colour === 'grey' ? 1 : 3);
  // The same noise every time: a model is judged alike whenever it is added.
  const random = mulberry32(1);
  const noise = () => Math.floor(256 * random());
  return [
    new Uint8Array(bytes),
    new Uint8Array(bytes).fill(255),
    ...Array.from({ length: NOISES }, () => Uint8Array.from({ length: bytes }, noise)),
  ];
}
