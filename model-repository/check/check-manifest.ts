/** Checks `ensemble.json` without loading a model. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type GenericSchema, getDotPath, safeParse } from 'valibot';
import { contractNames } from '../../functions/inference/contracts/contracts.ts';
import { type Manifest, ManifestSchema, readManifest } from '../../functions/inference/model/manifest.ts';
import { ModelError } from '../../functions/inference/model/model-error.ts';
import { findPipeline, pipelineNames } from '../../functions/inference/pipelines/pipelines.ts';
import { closest } from '../../project/levenshtein.ts';
import type { Findings } from '../make/report.ts';

/** @returns the content of the file; undefined if it is no JSON object */
export function checkManifestFile(directory: string, findings: Findings) {
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
  const fields = content as Record<string, unknown>;
  checkFields(fields, findings);
  return fields;
}

function checkFields(content: Record<string, unknown>, { wrong, notes }: Findings): void {
  const named = String(content.pipeline);
  const pipeline = findPipeline(named);
  if (!pipeline && content.pipeline !== undefined) {
    wrong.push(
      `pipeline: must be one of ${pipelineNames.join(', ')}, not ${JSON.stringify(content.pipeline)}`,
    );
  }
  const schemas: GenericSchema[] = [ManifestSchema, ...(pipeline?.fields ? [pipeline.fields] : [])];
  const issues = schemas
    .flatMap((schema) => safeParse(schema, content).issues ?? [])
    // Unknown fields are reported below, with a suggestion.
    .filter(({ type, expected }) => type !== 'strict_object' || expected !== 'never')
    .map((issue) => `${getDotPath(issue) ?? 'ensemble.json'}: ${issue.message}`);
  wrong.push(...new Set(issues));
  for (const name of [content.contracts].flat()) {
    if (typeof name !== 'string' || contractNames.includes(name)) continue;
    wrong.push(`contracts: there is no "${name}"; available: ${contractNames.join(', ')}`);
  }
  const unknown = unknownFields(content);
  wrong.push(...unknown.wrong);
  if (unknown.ignored.length > 0) notes.push(`not read by the service: ${unknown.ignored.join(', ')}`);
}

/** Reads `ensemble.json` for a service. @throws {ModelError} also for fields that nothing reads, with what was probably meant */
export function readKnownManifest(directory: string): Manifest {
  const manifest = readManifest(directory);
  const { wrong } = unknownFields(manifest);
  if (wrong.length === 0) return manifest;
  throw new ModelError(`${path.join(directory, 'ensemble.json')} is wrong at ${wrong.join('; ')}`);
}

/** Finds the fields that nothing reads. @returns misspelt ones, with the names that were probably meant, and notes of people */
function unknownFields(content: Readonly<Record<string, unknown>>) {
  const { fields } = findPipeline(String(content.pipeline)) ?? {};
  // Without a schema of the pipeline's own fields, unknown fields cannot be told from its fields.
  if (!fields) return { wrong: [], ignored: [] };
  const wrong: string[] = [];
  const schemas = [ManifestSchema, fields] as unknown as Walked[];
  const ignored = [...new Set(unreadFields(content, schemas, wrong))];
  return { wrong, ignored };
}

/** The part of valibot's schemas that is used here. */
export interface Walked {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Walked>>;
  readonly wrapped?: Walked;
  readonly item?: Walked;
}

/** Names of the fields of all pipelines and their members. A field with one of these names is not a note for people. */
const PIPELINE_FIELDS = new Set(
  pipelineNames.flatMap((name) => {
    const { entries } = findPipeline(name)!.fields as unknown as Walked;
    return Object.keys({ ...entries, ...entries?.members?.item?.entries });
  }),
);

/**
 * Yields fields that nothing reads, such as notes for people. @param wrong collects misspelt fields, and those that the service
 * refuses
 */
function* unreadFields(content: unknown, schemas: Walked[], wrong: string[], place = ''): Generator<string> {
  if (typeof content !== 'object' || content === null) return;
  const unwrapped = schemas.map(unwrap);
  const items = Array.isArray(content) ? unwrapped.flatMap(({ item = [] }) => item) : undefined;
  const objects = unwrapped.filter(({ entries }) => entries !== undefined);
  if (!items && objects.length === 0) return;
  const fields = objects.flatMap(({ entries = {} }) => Object.entries(entries));
  const { entries: own = {} } = objects.at(-1) ?? {};
  const known = Map.groupBy(fields, ([name]) => name);
  const isStrict = objects.some(({ type }) => type === 'strict_object');
  for (const [name, value] of Object.entries(content)) {
    const below = items ?? known.get(name)?.map(([, schema]) => schema);
    const meant = below ? undefined : closest(name, [...known.keys()]);
    if (below) yield* unreadFields(value, below, wrong, `${place}${name}.`);
    else if (meant !== undefined)
      wrong.push(`${place}${name}: there is no such field; did you mean "${meant}"?`);
    else if (isStrict) wrong.push(`${place}${name}: there is no such field`);
    else if (PIPELINE_FIELDS.has(name))
      wrong.push(`${place}${name}: not for this pipeline, which has ${Object.keys(own).join(', ')} here`);
    else yield `${place}${name}`.replace(/\d+\./g, '');
  }
}

function unwrap(schema: Walked): Walked {
  return schema.wrapped ? unwrap(schema.wrapped) : schema;
}
