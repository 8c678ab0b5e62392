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
  const ignored = new Set<string>();
  checkNames(content, schemas as unknown as Walked[], '', findings, ignored);
  if (ignored.size > 0) findings.notes.push(`not read by the service: ${[...ignored].join(', ')}`);
}

/** As much of valibot's schemas as is walked through. */
export interface Walked {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Walked>>;
  readonly wrapped?: Walked;
  readonly item?: Walked;
}

/** Shorter names that differ in two letters are other words. */
const LONG_NAME = 6;

/**
 * Looks for fields that nothing reads: notes of people, or typing errors.
 *
 * @param schemas of all known fields, together
 * @param place of the content, such as `members.0.`
 * @param ignored gets those that the service does not refuse, without their places in lists
 */
function checkNames(
  content: unknown,
  schemas: readonly Walked[],
  place: string,
  findings: Findings,
  ignored: Set<string>,
): void {
  const unwrapped = schemas.map(unwrap);
  if (Array.isArray(content)) {
    const items = unwrapped.flatMap(({ item }) => item ?? []);
    for (const [index, entry] of content.entries()) {
      checkNames(entry, items, `${place}${index}.`, findings, ignored);
    }
    return;
  }
  const objects = unwrapped.filter(({ entries }) => entries !== undefined);
  if (typeof content !== 'object' || content === null || objects.length === 0) return;
  const fields = objects.flatMap(({ entries = {} }) => Object.entries(entries));
  const known = Map.groupBy(fields, ([name]) => name);
  for (const [name, value] of Object.entries(content)) {
    const field = `${place}${name}`;
    const below = known.get(name)?.map(([, schema]) => schema);
    const meant = closest(name, [...known.keys()], name.length < LONG_NAME ? 1 : 2);
    if (below) checkNames(value, below, `${field}.`, findings, ignored);
    else if (meant !== undefined)
      findings.wrong.push(`${field}: there is no such field; did you mean "${meant}"?`);
    else if (objects.some(({ type }) => type === 'strict_object'))
      findings.wrong.push(`${field}: there is no such field`);
    else ignored.add(field.replace(/\d+\./g, ''));
  }
}

function unwrap(schema: Walked): Walked {
  return schema.wrapped ? unwrap(schema.wrapped) : schema;
}
