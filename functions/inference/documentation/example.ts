/** Examples of what schemas describe. */
import type { JsonSchema } from '../contracts/description/json-schema.ts';

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

interface Body {
  readonly schema?: JsonSchema & { readonly $ref?: string };
  readonly example?: unknown;
  readonly examples?: unknown;
}

/** Gives each body of an operation the example that its schema has, unless it brings one of its own. */
export function withExamples<Operation extends JsonSchema>(
  operation: Operation,
  schemas: Readonly<Record<string, JsonSchema>>,
): Operation {
  const { requestBody, responses } = operation as { requestBody?: JsonSchema; responses?: JsonSchema };
  return {
    ...operation,
    ...(requestBody && { requestBody: withExample(requestBody) }),
    ...(responses && {
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [status, withExample(response as JsonSchema)]),
      ),
    }),
  };

  function withExample(part: JsonSchema): JsonSchema {
    const { content } = part as { content?: Record<string, Body> };
    if (!content) return part;
    return {
      ...part,
      content: Object.fromEntries(
        Object.entries(content).map(([mediaType, body]) => [mediaType, exemplify(body)]),
      ),
    };
  }

  function exemplify(body: Body): Body {
    if (body.example !== undefined || body.examples !== undefined || !body.schema) return body;
    const { $ref } = body.schema;
    const schema = $ref === undefined ? body.schema : schemas[$ref.split('/').at(-1) ?? ''];
    const example = schema && exampleOf(schema);
    return example === undefined ? body : { ...body, example };
  }
}
