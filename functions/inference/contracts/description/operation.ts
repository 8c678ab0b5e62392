/** Descriptions of routes for the OpenAPI document, and JSON Schemas made from schemas of valibot. */
import { type ConversionConfig, toJsonSchema as convert, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { TextOutput } from '../../pipelines/text/tensor-view.ts';

export type JsonSchema = Record<string, unknown>;

/** Bodies by media type. */
export type Bodies = Readonly<
  Record<string, { readonly schema: v.GenericSchema; readonly example?: unknown }>
>;

/** Description of a route. The OpenAPI document adds the error responses. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly parameters?: readonly JsonSchema[];
  readonly takes?: Bodies;
  readonly gives: Bodies;
  /** Headers of a response, without the headers about the origin of a prediction. */
  readonly headers?: JsonSchema;
}

export const jsonBody = (schema: v.GenericSchema, example?: unknown): Bodies => ({
  'application/json': { schema, example },
});

export const header = (description: string, example: string): JsonSchema => ({
  description,
  schema: { type: 'string' },
  example,
});

/** Indexes of the truncated texts, separated by commas; absent if there are none. */
const TRUNCATED_HEADER = 'x-subsecond-truncated';

export function truncatedHeader({ truncated }: Pick<TextOutput, 'truncated'>): Record<string, string> {
  return truncated.length > 0 ? { [TRUNCATED_HEADER]: truncated.join(', ') } : {};
}

export const TRUNCATED_DESCRIPTION = {
  [TRUNCATED_HEADER]: header(
    'Indexes of the texts that are longer than the model accepts: only their beginning counts. Missing if there are none.',
    '0',
  ),
};

const CONFIG: ConversionConfig = {
  target: 'draft-2020-12',
  // Describes the last schema of a pipe, because the first schema of a `shortList` is a list of unknown items.
  typeMode: 'output',
  ignoreActions: ['check', 'max_code_points', 'transform'],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  // Describes a field that may be null as an optional field.
  overrideSchema: ({ valibotSchema: { type }, jsonSchema: { anyOf } }) =>
    type === 'nullish' ? (anyOf?.[0] as object) : undefined,
};

/** JSON Schemas (2020-12) of `components.schemas`. Rules that no keyword can express are in their descriptions. */
export function componentsOf(schemas: Readonly<Record<string, v.GenericSchema>>): Record<string, JsonSchema> {
  return toJsonSchemaDefs(schemas, CONFIG) as Record<string, JsonSchema>;
}

export function toJsonSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...converted } = convert(schema, CONFIG) as JsonSchema;
  return converted;
}
