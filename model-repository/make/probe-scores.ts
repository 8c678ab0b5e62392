/** Whether a model gives probabilities or logits: found out by running it. */

import { readMemberOutput } from '../../functions/inference/pipelines/image-classification/combine.ts';
import type { MemberFormat } from '../../functions/inference/pipelines/image-classification/member-format.ts';
import { toTensor } from '../../functions/inference/pipelines/image-classification/member-tensors.ts';
import { mulberry32 } from '../../project/mulberry32.ts';
import { RepositoryError } from '../repository-error.ts';
import type { LoadedModel } from './loaded-model.ts';

/** Probabilities in 16 bits may add up to one as badly as this. */
const TOLERANCE = 0.02;
const NOISES = 3;

/** What a model's scores look like. */
export interface ProbedScores {
  readonly scores: 'probabilities' | 'logits';
  /** Values for one picture. */
  readonly count: number;
  /** Each score is between 0 and 1, but they do not add up to one: as of a sigmoid, which is neither. */
  readonly independent: boolean;
}

/**
 * Runs a model on a black, a white and some noisy pictures.
 *
 * @throws {RepositoryError} when it fails
 */
export async function probeScores(
  { member, source }: LoadedModel,
  format: MemberFormat,
): Promise<ProbedScores> {
  const rows: Float32Array[] = [];
  for (const pixels of picturesFor(format)) {
    const outputs = await member
      .run({ [format.input]: toTensor(pixels, format) }, [format.output])
      .catch((cause: Error) => {
        throw new RepositoryError(`${source} fails on a picture: ${cause.message.split('\n', 1)[0]}`, {
          cause,
        });
      });
    rows.push(readMemberOutput(outputs[format.output]!, { ...format, scores: 'probabilities' }));
  }
  const inRange = rows.every((row) => row.every((value) => value >= -1e-6 && value <= 1 + TOLERANCE));
  const sumsToOne = rows.every(
    (row) => Math.abs(row.reduce((sum, value) => sum + value, 0) - 1) <= TOLERANCE,
  );
  return {
    scores: inRange && sumsToOne ? 'probabilities' : 'logits',
    count: rows[0]?.length ?? 0,
    independent: inRange && !sumsToOne,
  };
}

function picturesFor({ picture: { width, height, colour } }: MemberFormat): Uint8Array[] {
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
