/** How a route is described for the OpenAPI document, and JSON Schemas made of what checks requests. */
import { toJsonSchema as convert, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';

export type JsonSchema = Record<string, unknown>;

/** Bodies by media type. An example that is left out is made of the schema's own. */
export type Bodies = Readonly<
  Record<string, { readonly schema: v.GenericSchema; readonly example?: unknown }>
>;

/** What is said of a route; the document adds the responses that are errors. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly parameters?: readonly JsonSchema[];
  /** Undefined where it takes no body. */
  readonly takes?: Bodies;
  readonly gives: Bodies;
  /** What a response is. @default 'The prediction', and 'The requested information' where it takes no body */
  readonly replies?: string;
  /** Headers of a response, beside those that tell how a prediction came about. */
  readonly headers?: JsonSchema;
  /** Responses that are neither `gives` nor errors, by status. */
  readonly others?: JsonSchema;
}

export const jsonBody = (schema: v.GenericSchema, example?: unknown): Bodies => ({
  'application/json': { schema, example },
});

export const header = (description: string, example: string): JsonSchema => ({
  description,
  schema: { type: 'string' },
  example,
});

const CONFIG = {
  target: 'draft-2020-12',
  // Of a pipe the last schema counts: the first may be one that only keeps long nonsense from it.
  typeMode: 'output',
  ignoreActions: ['check', 'transform'],
  overrideRef: ({ referenceId }: { referenceId: string }) => `#/components/schemas/${referenceId}`,
  // A field that may be null is one that may be missing.
  overrideSchema: ({
    valibotSchema: { type },
    jsonSchema,
  }: {
    valibotSchema: { type: string };
    jsonSchema: JsonSchema;
  }) => (type === 'nullish' ? (jsonSchema.anyOf as JsonSchema[])[0] : undefined),
} as const;

/** JSON Schemas (2020-12) of `components.schemas`. What no keyword can say stands in their descriptions. */
export function componentsOf(schemas: Readonly<Record<string, v.GenericSchema>>): Record<string, JsonSchema> {
  return toJsonSchemaDefs(schemas, CONFIG as never) as Record<string, JsonSchema>;
}

export function toJsonSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...converted } = convert(schema, CONFIG as never) as JsonSchema;
  return converted;
}

/** Made of the examples that a schema and its fields have; undefined where they have none. */
export function exampleOf(schema: JsonSchema): unknown {
  const { examples, enum: options, properties, required = [], items, type } = schema;
  if (Array.isArray(examples)) return examples[0];
  if (Array.isArray(options)) return options[0];
  if (properties) {
    const fields = Object.entries(properties as Record<string, JsonSchema>)
      .map(([name, field]) => [name, exampleOf(field)] as const)
      .filter(([, example]) => example !== undefined);
    const lacking = (required as string[]).some((name) => !fields.some(([field]) => field === name));
    return lacking ? undefined : Object.fromEntries(fields);
  }
  if (type === 'array' && items) {
    const item = exampleOf(items as JsonSchema);
    return item === undefined ? undefined : [item];
  }
  return undefined;
}
