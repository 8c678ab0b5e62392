/** Makes a batch of the hypotheses of a request. */
import { ModelError } from '../../model/model-error.ts';
import type { Datatype, Tensors } from '../../model/tensors.ts';
import { describeValues, type Graph, type ValueInfo } from '../pipeline.ts';
import { FIRST_ID, type Vocabulary } from './vocabulary.ts';

/** Size of the warm-up's request in characters. */
const BLANK_CHARACTERS = 32;

/** The hypotheses of a request as members take them, best first. */
export interface Batch {
  /** Ids of the characters of each hypothesis; no rows if even the first hypothesis is too long. */
  readonly rows: readonly (readonly number[])[];
  /** Length of the longest row, at least 1; 0 without rows. */
  readonly length: number;
  /** Largest number of candidates at any position. */
  readonly width: number;
}

/** @param maxCharacters limit of the characters of all rows together, with padding; further hypotheses are dropped */
export function batchOf(hypotheses: readonly string[], vocabulary: Vocabulary, maxCharacters: number): Batch {
  const rows: number[][] = [];
  let length = 0;
  for (const hypothesis of hypotheses) {
    // A character has at most two UTF-16 units, so a longer text has too many characters, and need not be encoded.
    if (hypothesis.length > 2 * maxCharacters) break;
    const ids = vocabulary.encode(hypothesis);
    const longest = Math.max(length, ids.length, 1);
    if ((rows.length + 1) * longest > maxCharacters) break;
    rows.push(ids);
    length = longest;
  }
  let width = 1;
  for (const ids of rows) for (const id of ids) width = Math.max(width, vocabulary.candidateCount(id));
  return { rows, length, width };
}

/** A sentence of typical length, with the largest number of candidates, and with the highest id, which members must know. */
export function blankBatch(vocabulary: Vocabulary): Batch {
  let widest = 0;
  for (let id = 0; id < vocabulary.size; id++) {
    if (vocabulary.candidateCount(id) > vocabulary.candidateCount(widest)) widest = id;
  }
  const row = Array<number>(BLANK_CHARACTERS).fill(widest);
  row[0] = vocabulary.size - 1;
  return { rows: [row], length: BLANK_CHARACTERS, width: vocabulary.candidateCount(widest) };
}

/** Two sentences of different characters and lengths. */
export function contrastingBatches(vocabulary: Vocabulary): [Batch, Batch] {
  const sentence = (length: number, step: number): Batch => {
    const characters = vocabulary.size - FIRST_ID;
    const row = Array.from({ length }, (_, index) => FIRST_ID + ((index * step) % characters));
    return { rows: [row], length, width: Math.max(...row.map((id) => vocabulary.candidateCount(id))) };
  };
  return [sentence(BLANK_CHARACTERS / 2, 7), sentence(BLANK_CHARACTERS, 11)];
}

/**
 * Work of the members, as a multiple of the blank request's.
 * @returns 0 if no character of the first hypothesis has several candidates, so that the unchanged hypothesis is the response;
 * Infinity if the first hypothesis is too long
 */
export function workOf({ rows, length }: Batch, vocabulary: Vocabulary): number {
  const [first] = rows;
  if (!first) return Number.POSITIVE_INFINITY;
  if (!first.some((id) => vocabulary.candidateCount(id) > 1)) return 0;
  return (rows.length * length) / BLANK_CHARACTERS;
}

/** `tokens` INT64 [rows, length] and `candidates` INT64 [rows, length, width], padded with 0. */
export function toTensors({ rows, length, width }: Batch, vocabulary: Vocabulary): Tensors {
  const tokens = new BigInt64Array(rows.length * length);
  const candidates = new BigInt64Array(tokens.length * width);
  for (const [row, ids] of rows.entries()) {
    for (const [index, id] of ids.entries()) {
      const position = row * length + index;
      const offered = vocabulary.candidates(id);
      tokens[position] = offered[0]!;
      candidates.set(offered, position * width);
    }
  }
  return {
    tokens: { datatype: 'INT64', shape: [rows.length, length], data: tokens },
    candidates: { datatype: 'INT64', shape: [rows.length, length, width], data: candidates },
  };
}

/** @throws {ModelError} if the graph does not have the inputs and the output of this pipeline's members */
export function checkGraph({ file, inputs, outputs }: Graph): void {
  const has = (values: readonly ValueInfo[], wanted: string, datatype: Datatype, rank: number) =>
    values.some(
      (value) => value.name === wanted && value.datatype === datatype && value.shape.length === rank,
    );
  const isOpen = inputs.every(({ shape }) => shape.every((size) => typeof size === 'string' || size < 0));
  const takes = has(inputs, 'tokens', 'INT64', 2) && has(inputs, 'candidates', 'INT64', 3);
  if (takes && isOpen && inputs.length === 2 && has(outputs, 'probabilities', 'FP32', 3)) return;
  const listed = (values: readonly ValueInfo[]) => describeValues(values) || 'nothing';
  throw new ModelError(
    `${file} must take INT64 [N, L] as "tokens" and INT64 [N, L, K] as "candidates", of any size, and nothing else, and give ` +
      `FP32 [N, L, K] as "probabilities"; it takes ${listed(inputs)}, and gives ${listed(outputs)}`,
  );
}
