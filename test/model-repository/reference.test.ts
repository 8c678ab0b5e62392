import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GenericSchema } from 'valibot';
import { describe, expect, it } from 'vitest';
import { findPipeline } from '../../functions/inference/pipelines/pipelines.ts';
import { projectDirectory } from '../../project/paths.ts';

/** The part of valibot's schemas that is used here. */
interface Walked {
  readonly entries?: Readonly<Record<string, Walked>>;
  readonly wrapped?: Walked;
  readonly item?: Walked;
}

/** Names of all fields of a schema, including nested ones. */
function fieldsOf({ entries = {}, wrapped, item }: Walked): string[] {
  const below = [wrapped, item].flatMap((schema) => (schema ? fieldsOf(schema) : []));
  return [...below, ...Object.entries(entries).flatMap(([name, schema]) => [name, ...fieldsOf(schema)])];
}

describe('The reference of ensemble.json', () => {
  const pages = ['your-own-model.md', 'pictures.md'];
  const text = pages.map((page) => readFileSync(join(projectDirectory, 'docs', page), 'utf8')).join('\n');
  const schemas = [findPipeline('image-classification')?.fields, findPipeline('tensor')?.fields];
  const fields = schemas.flatMap((schema) => fieldsOf(schema as GenericSchema as unknown as Walked));

  it.each([...new Set(fields)])('has the field %s', (field) => {
    expect(text).toMatch(new RegExp(`^\\|.*\`([\\w.]+\\.)?${field}(\\.\\w+)?\``, 'm'));
  });
});
