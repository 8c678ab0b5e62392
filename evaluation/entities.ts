/** Evaluates a model of the pipeline `token-classification`: precision, recall and F1 of whole entities, as CoNLL-2003 counts them. */
import * as v from 'valibot';
import type { Entity } from '../functions/inference/pipelines/token-classification/entities.ts';
import type { TextEntities } from '../functions/inference/pipelines/token-classification/pipeline.ts';
import type { FoundModel } from '../model-repository/find-model.ts';
import { eachInTurn } from '../project/each-in-turn.ts';
import { UsageError } from '../project/usage-error.ts';
import { openJudge } from './judge.ts';
import { textSample } from './kinds.ts';
import type { EvaluationOptions } from './options.ts';
import type { Report } from './report.ts';
import { onlyNamed } from './samples.ts';
import { type LabelledRow, readTable } from './tables.ts';

const EXPECTED = '[{"entity_group": "LOC", "start": 10, "end": 16}]';
const EntitiesSchema = v.array(v.object({ entity_group: v.string(), start: v.number(), end: v.number() }));

export async function evaluateEntities(model: FoundModel, options: EvaluationOptions): Promise<Report> {
  const { csv, label = 'entities' } = options;
  if (csv === undefined) {
    throw new UsageError(
      `a model of entities needs --csv FILE with a column "text" and a column "entities", such as ${EXPECTED}`,
    );
  }
  const { judge } = await openJudge(model);
  const counts = { texts: 0, expected: 0, found: 0, right: 0 };
  await eachInTurn(onlyNamed(model, options, readTable(csv, label)), async (row) => {
    const wanted = new Set(entitiesOf(row, csv).map(keyOf));
    const { entities } = (await judge(textSample(row))).output as TextEntities;
    const found = entities[0]!.map(keyOf);
    counts.texts++;
    counts.expected += wanted.size;
    counts.found += found.length;
    counts.right += found.filter((key) => wanted.has(key)).length;
  });
  const { texts, expected, found, right } = counts;
  const shares = {
    precision: right / found || 0,
    recall: right / expected || 0,
    f1: (2 * right) / (found + expected) || 0,
  };
  const lines = Object.entries(shares).map(([name, share]) => `${name.padEnd(9)}  ${share.toFixed(4)}\n`);
  return {
    text: `${texts} texts with ${expected} entities; ${found} found, ${right} of them with the right kind, start and end\n${lines.join('')}`,
    content: { ...counts, ...shares },
  };
}

/** @throws {UsageError} if a row names no entities */
function entitiesOf({ name, label }: LabelledRow, file: string): v.InferOutput<typeof EntitiesSchema> {
  try {
    return v.parse(EntitiesSchema, JSON.parse(label));
  } catch {
    throw new UsageError(`${file}, ${name} must have entities such as ${EXPECTED}, or []`);
  }
}

function keyOf({ entity_group: group, start, end }: Pick<Entity, 'entity_group' | 'start' | 'end'>): string {
  return JSON.stringify([group, start, end]);
}
