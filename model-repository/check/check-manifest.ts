/** Judges what `ensemble.json` says, without loading a model. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { contractNames } from '../../functions/inference/contracts/contracts.ts';
import { ManifestSchema } from '../../functions/inference/model/manifest.ts';
import { renamedFields } from '../../functions/inference/model/renamed.ts';
import { expectedPipeline, findPipeline } from '../../functions/inference/pipelines/pipelines.ts';
import { closest } from '../../project/levenshtein.ts';

/** What is found out about a model's folder. */
export interface Findings {
  /** What keeps the model from being served as it is meant. */
  readonly wrong: string[];
  /** What is good to know. */
  readonly notes: string[];
}

/** @returns what the file holds; undefined where it is no JSON object */
export function checkManifestFile(
  directory: string,
  findings: Findings,
): Record<string, unknown> | undefined {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path.join(directory, 'ensemble.json'), 'utf8'));
  } catch (error) {
    findings.wrong.push(`ensemble.json cannot be read: ${(error as Error).message}`);
    return undefined;
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    findings.wrong.push('ensemble.json must hold a JSON object');
    return undefined;
  }
  checkFields(content as Record<string, unknown>, findings);
  return content as Record<string, unknown>;
}

function checkFields(content: Record<string, unknown>, findings: Findings): void {
  const renamed = renamedFields(content);
  if (renamed.length > 0) {
    findings.wrong.push(...renamed);
    return;
  }
  const pipeline = findPipeline(String(content.pipeline));
  if (!pipeline && content.pipeline !== undefined) {
    findings.wrong.push(
      `pipeline: must be ${expectedPipeline(String(content.pipeline))}, not ${JSON.stringify(content.pipeline)}`,
    );
  }
  const schemas = [ManifestSchema, ...(pipeline?.fields ? [pipeline.fields] : [])];
  const said = new Set<string>();
  for (const schema of schemas) {
    for (const issue of v.safeParse(schema, content).issues ?? []) {
      // Unknown fields are reported below, with what was probably meant.
      if (issue.type === 'strict_object' && issue.expected === 'never') continue;
      said.add(`${v.getDotPath(issue) ?? 'ensemble.json'}: ${issue.message}`);
    }
  }
  findings.wrong.push(...said);
  for (const name of [content.contracts].flat()) {
    if (typeof name !== 'string' || contractNames.includes(name)) continue;
    findings.wrong.push(`contracts: there is no "${name}"; there are ${contractNames.join(', ')}`);
  }
  // Without a list of the pipeline's own fields, only the fields of all models differ from typing errors.
  if (!pipeline?.fields) return;
  const ignored: string[] = [];
  for (const { path: place, meant, refused } of unknownFields(content, schemas)) {
    if (meant !== undefined)
      findings.wrong.push(`${place}: there is no such field; did you mean "${meant}"?`);
    else if (refused) findings.wrong.push(`${place}: there is no such field`);
    else ignored.push(place.replace(/\d+\./g, ''));
  }
  if (ignored.length > 0) {
    findings.notes.push(`not read by the service: ${[...new Set(ignored)].join(', ')}`);
  }
}

/** As much of valibot's schemas as is walked through. */
interface Walked {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Walked>>;
  readonly wrapped?: Walked;
  readonly item?: Walked;
}

/** A field of `ensemble.json` that nothing reads: a note of people, or a typing error. */
interface UnknownField {
  /** Place and name, such as `members.0.treshold`. */
  readonly path: string;
  /** What was probably meant. */
  readonly meant: string | undefined;
  /** Whether the service refuses it, whatever it is. */
  readonly refused: boolean;
}

/** Shorter names that differ in two letters are other words. */
const LONG_NAME = 6;

/** @param schemas of all known fields, together */
function unknownFields(content: unknown, schemas: readonly v.GenericSchema[]): UnknownField[] {
  return walk(content, schemas as unknown as readonly Walked[], '');
}

function walk(content: unknown, schemas: readonly Walked[], place: string): UnknownField[] {
  const unwrapped = schemas.map(unwrap);
  if (Array.isArray(content)) {
    const items = unwrapped.flatMap(({ item }) => (item ? [item] : []));
    return content.flatMap((entry, index) => walk(entry, items, `${place}${index}.`));
  }
  if (typeof content !== 'object' || content === null) return [];
  const objects = unwrapped.filter(({ entries }) => entries !== undefined);
  if (objects.length === 0) return [];
  const known = new Map<string, Walked[]>();
  for (const { entries = {} } of objects) {
    for (const [name, schema] of Object.entries(entries)) {
      known.set(name, [...(known.get(name) ?? []), schema]);
    }
  }
  const refused = objects.some(({ type }) => type === 'strict_object');
  return Object.entries(content).flatMap(([name, value]) => {
    const below = known.get(name);
    if (below) return walk(value, below, `${place}${name}.`);
    return [
      {
        path: `${place}${name}`,
        meant: closest(name, [...known.keys()], name.length < LONG_NAME ? 1 : 2),
        refused,
      },
    ];
  });
}

function unwrap(schema: Walked): Walked {
  return schema.wrapped ? unwrap(schema.wrapped) : schema;
}
