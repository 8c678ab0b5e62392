/** A batch as members take it. */
import type { Tensors } from '../../../model/tensors.ts';
import type { Batch } from './batch.ts';
import type { Vocabulary } from './vocabulary.ts';

/** `tokens` INT64 [rows, length] and `candidates` INT64 [rows, length, width]; 0 is beside a sentence, and no candidate. */
export function toTensors({ rows, length, width }: Batch, vocabulary: Vocabulary): Tensors {
  const tokens = new BigInt64Array(rows.length * length);
  const candidates = new BigInt64Array(tokens.length * width);
  for (const [row, ids] of rows.entries()) {
    for (const [index, id] of ids.entries()) {
      const place = row * length + index;
      const offered = vocabulary.candidates(id);
      tokens[place] = offered[0]!;
      candidates.set(offered, place * width);
    }
  }
  return {
    tokens: { datatype: 'INT64', shape: [rows.length, length], data: tokens },
    candidates: { datatype: 'INT64', shape: [rows.length, length, width], data: candidates },
  };
}
