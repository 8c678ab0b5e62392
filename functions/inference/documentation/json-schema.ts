/** JSON Schema (2020-12) from the valibot schemas that check requests, so that the two cannot differ. */
import type * as v from 'valibot';

export type JsonSchema = Record<string, unknown>;

/** What valibot's schemas and actions look like from outside, as far as they are used here. */
interface Part {
  readonly kind: string;
  readonly type: string;
  readonly [key: string]: unknown;
}

/** @throws {TypeError} for a schema that has no translation here yet */
export function toJsonSchema(schema: v.GenericSchema): JsonSchema {
  return translateSchema(schema as unknown as Part);
}

function translateSchema(part: Part): JsonSchema {
  const pipe = part.pipe as readonly Part[] | undefined;
  if (!pipe) return translateType(part);
  return pipe
    .slice(1)
    .reduce((schema, action) => translateAction(schema, action), translateType(pipe[0] as Part));
}

function translateType(part: Part): JsonSchema {
  switch (part.type) {
    case 'string':
    case 'boolean':
    case 'number':
      return { type: part.type };
    case 'object':
      return translateObject(part.entries as Record<string, Part>);
    case 'array':
      return { type: 'array', items: translateSchema(part.item as Part) };
    case 'optional':
      return translateSchema(part.wrapped as Part);
    case 'record':
      return { type: 'object', additionalProperties: translateSchema(part.value as Part) };
    case 'picklist':
      return { enum: part.options };
    default:
      throw new TypeError(`No JSON Schema for the valibot schema "${part.type}"`);
  }
}

function translateObject(entries: Record<string, Part>): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, translateSchema(entry)]),
  );
  const required = Object.keys(entries).filter((name) => entries[name]?.type !== 'optional');
  return { type: 'object', properties, required };
}

function translateAction(schema: JsonSchema, action: Part): JsonSchema {
  switch (action.type) {
    case 'integer':
      return { ...schema, type: 'integer' };
    case 'min_length':
      return { ...schema, minLength: action.requirement };
    case 'max_length':
      return { ...schema, maxLength: action.requirement };
    case 'min_value':
      return { ...schema, minimum: action.requirement };
    case 'max_value':
      return { ...schema, maximum: action.requirement };
    case 'regex':
      return { ...schema, pattern: (action.requirement as RegExp).source };
    case 'title':
    case 'description':
    case 'examples':
      return { ...schema, [action.type]: action[action.type] };
    case 'metadata':
      return { ...schema, ...(action.metadata as JsonSchema) };
    case 'check':
      return schema; // Its description says what no keyword can.
    default:
      throw new TypeError(`No JSON Schema for the valibot action "${action.type}"`);
  }
}
