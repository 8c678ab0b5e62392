/** JSON Schemas, made from what checks requests, so that the two cannot differ. */
import { toJsonSchema as convert } from '@valibot/to-json-schema';
import type * as v from 'valibot';

export type JsonSchema = Record<string, unknown>;

/** The JSON Schema (2020-12) of a valibot schema. What no keyword can say stands in its description. */
export function toJsonSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...converted } = convert(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    ignoreActions: ['check'],
  });
  return converted;
}

/** A body with a schema of `components.schemas`. @param example left out, it is made of the schema's own examples */
export function contentOf(schema: string, mediaType = 'application/json', example?: unknown): JsonSchema {
  const body = { schema: { $ref: `#/components/schemas/${schema}` } };
  return { [mediaType]: example === undefined ? body : { ...body, example } };
}
