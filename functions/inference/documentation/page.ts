/** The page at `GET /docs`: the OpenAPI description for people. One file, no script, no other host. */
import { hash } from 'node:crypto';
import type { Contract, TaskInfo } from '../contracts/contract.ts';
import { PROBLEMS, type ProblemName, problemType } from '../service/problems.ts';
import type { JsonSchema } from './describe.ts';
import { Html, html } from './html.ts';
import { STYLE } from './style.ts';

/** Nothing but the page's own style may be loaded, and nobody may frame it. */
export const CONTENT_SECURITY_POLICY =
  `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface Operation {
  readonly summary?: string;
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
type Content = Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** The page as HTML. */
export function createPage(
  { title, version, members, budgetMilliseconds, tasks, name }: TaskInfo,
  contracts: readonly Contract[],
  openApi: JsonSchema,
): string {
  const { paths, components } = openApi as unknown as OpenApi;
  const others = tasks.filter((task) => task.name !== name);
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Subsecond: ${title}</title>
<style>${new Html(STYLE)}</style>
<main>
<h1>Subsecond: ${title}</h1>
<p>${members.length === 1 ? 'One model' : `${members.length} models`}, version <code>${version}</code>, answering within
${budgetMilliseconds} ms. The same request id always gets the same answer.
For programs: <a href="openapi.json">openapi.json</a>. For people: <a href="./">the page</a>.</p>
${others.length === 0 ? '' : html`<p>Other tasks of this service: ${others.map((other) => html`<a href="/tasks/${other.name}/docs">${other.title}</a>`)}</p>`}
${contracts.map((contract) => section(contract, paths, components.schemas))}
<h2>Health, and how an answer came about</h2>
${operations(['/explain', '/healthz'], paths, components.schemas)}
<h2 id="problems">Problems</h2>
<p>Every error is a JSON object of media type <code>application/problem+json</code> (RFC 9457), but for the Open Inference
Protocol, whose errors are <code>{"error": "…"}</code> with the same status.</p>
${problems()}
</main>
</html>
`.text;
}

function section(
  contract: Contract,
  paths: OpenApi['paths'],
  schemas: OpenApi['components']['schemas'],
): Html {
  const { example, paths: own } = contract.describe();
  return html`<h2 id="${contract.name}">Contract <code>${contract.name}</code></h2>
<pre>${example}</pre>
${operations(Object.keys(own), paths, schemas)}`;
}

function operations(
  addresses: readonly string[],
  paths: OpenApi['paths'],
  schemas: OpenApi['components']['schemas'],
): Html[] {
  return addresses.flatMap((address) =>
    Object.entries(paths[address] ?? {}).map(([method, { summary = '', requestBody, responses }]) => {
      const question = schemaOf(requestBody?.content, schemas);
      const answer = schemaOf(responses[200]?.content, schemas);
      return html`<h3><code>${method.toUpperCase()} ${address}</code></h3>
<p>${summary}.</p>
${question ? html`<h4>Question</h4>${fields(question)}` : ''}
${answer ? html`<h4>Answer</h4>${fields(answer)}` : ''}`;
    }),
  );
}

/** The schema that a body refers to, where it has fields. */
function schemaOf(
  content: Content | undefined,
  schemas: OpenApi['components']['schemas'],
): JsonSchema | undefined {
  const name = Object.values(content ?? {})[0]
    ?.schema.$ref?.split('/')
    .at(-1);
  const schema = schemas[name ?? ''];
  return schema?.properties ? schema : undefined;
}

function fields(schema: JsonSchema): Html {
  const required = new Set((schema.required ?? []) as string[]);
  const rows = Object.entries(schema.properties as Record<string, JsonSchema>).map(
    ([name, field]) =>
      html`<tr><th scope="row"><code>${name}</code>${required.has(name) ? '' : ' (optional)'}<td>${limits(field)}<td>${String(field.description ?? '')}`,
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

function problems(): Html {
  const rows = (Object.keys(PROBLEMS) as ProblemName[]).map(
    (name) =>
      html`<tr><td>${PROBLEMS[name].status}<th scope="row"><code>${problemType(name)}</code><td>${PROBLEMS[name].title}.`,
  );
  return html`<table><thead><tr><th scope="col">Status<th scope="col">Type<th scope="col">Meaning<tbody>${rows}</table>`;
}
