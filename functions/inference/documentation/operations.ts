/** The operations of the OpenAPI description as HTML. */
import { html } from 'hono/html';
import type { JsonSchema } from '../contracts/description/operation.ts';
import type { Content, OpenApi } from './openapi.ts';

export type Html = ReturnType<typeof html>;

/** The descriptions of every method of these addresses. */
export function operations(addresses: readonly string[], { paths, components }: OpenApi): Html {
  const { schemas } = components;
  const listed = addresses.flatMap((address) =>
    Object.entries(paths[address] ?? {}).map(([method, operation]) => {
      const { operationId, summary = '', description, requestBody, responses } = operation;
      return html`<section class="operation" aria-labelledby="${operationId}"><h3 id="${operationId}"><code>${method.toUpperCase()} ${address}</code></h3>
<p>${withCode(`${summary}.${description ? ` ${description}` : ''}`)}</p>
${body('Request', requestBody?.content, schemas)}
${body('Response', responses[200]?.content, schemas)}</section>`;
    }),
  );
  return html`<div class="operations">${listed}</div>`;
}

/** Shows text in backticks as code. */
function withCode(text: string): (Html | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}

function body(title: string, content: Content | undefined, schemas: Readonly<Record<string, JsonSchema>>) {
  const schema = schemaOf(content, schemas);
  const example = Object.values(content ?? {}).find((one) => one.example !== undefined)?.example;
  if (!schema && example === undefined) return '';
  const shown = example === undefined ? '' : indented(example);
  return html`<details><summary>${title}</summary>${schema ? fields(schema) : ''}
${shown === '' ? '' : html`<pre tabindex="0">${shown}</pre>`}</details>`;
}

const FLAT_ARRAY = /\[[^[\]{}"]*\]/g;

/** JSON with each array of numbers on one line. */
function indented(example: unknown): string {
  return JSON.stringify(example, null, 2).replaceAll(FLAT_ARRAY, (array) =>
    array.replaceAll(/\s+/g, ' ').replaceAll(/(?<=\[) | (?=\])/g, ''),
  );
}

/** The first schema that a body refers to and that has fields; undefined if there is none. */
function schemaOf(
  content: Content | undefined,
  schemas: Readonly<Record<string, JsonSchema>>,
): JsonSchema | undefined {
  const names = Object.values(content ?? {}).map(({ schema }) => schema.$ref?.split('/').at(-1));
  return names.map((name) => schemas[name ?? '']).find((schema) => schema?.properties);
}

function fields(schema: JsonSchema): Html {
  const required = new Set((schema.required ?? []) as string[]);
  const rows = Object.entries(schema.properties as Record<string, JsonSchema>).map(
    ([name, field]) =>
      html`<tr><th scope="row"><code>${name}</code>${required.has(name) ? '' : ' (optional)'}<td>${limits(field)}<td>${withCode(String(field.description ?? ''))}`,
  );
  return html`<table><thead><tr><th scope="col">Field<th scope="col">Type<th scope="col">Meaning<tbody>${rows}</table>`;
}

function limits(field: JsonSchema): string {
  const { type, enum: options, minLength, maxLength, minItems, maxItems, items, contentEncoding } = field;
  const name = options ? (options as string[]).join(' | ') : String(type ?? 'any');
  const length = maxLength ? `, ${minLength ?? 0} to ${maxLength} characters` : '';
  const count = maxItems ? ` of ${minItems ?? 0} to ${maxItems}: ${limits((items ?? {}) as JsonSchema)}` : '';
  return `${name}${contentEncoding ? ` in ${contentEncoding}` : ''}${length}${count}`;
}
