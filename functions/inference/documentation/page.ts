/** The page at `GET /docs`: the OpenAPI description for people. One file, no script, no other host. */
import { hash } from 'node:crypto';
import type { Contract } from '../contracts/contract.ts';
import { ExplanationSchema } from '../explain.ts';
import { PROBLEMS, problemType } from '../problems.ts';
import { Html, html } from './html.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';
import type { Deployment } from './openapi.ts';
import { STYLE } from './style.ts';

/** Nothing but the page's own style may be loaded, and nobody may frame it. */
export const CONTENT_SECURITY_POLICY =
  `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const CURL = (path: string) => `curl -s "$ADDRESS${path}" -H 'content-type: application/json' -d @- <<JSON
{"esun_uuid": "$(uuidgen)", "esun_timestamp": $(date +%s), "image": "$(base64 -w0 picture.jpg)", "retry": 2}
JSON`;

/** The page as HTML. */
export function createPage(contract: Contract, { task, version }: Deployment): string {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Subsecond: ${task}</title>
<style>${new Html(STYLE)}</style>
<main>
<h1>Subsecond: ${task}</h1>
<p>Contract <code>${contract.name}</code>, ensemble <code>${version}</code>. The same request id always gets the
same answer. For programs: <a href="openapi.json">openapi.json</a>.</p>
<h2 id="question"><code>POST ${contract.path}</code></h2>
<pre>${CURL(contract.path)}</pre>
<h3>Question</h3>
${fields(toJsonSchema(contract.requestSchema))}
<h3>Answer</h3>
${fields(toJsonSchema(contract.replySchema))}
<h2 id="explain"><code>POST /explain</code></h2>
<p>Takes the same question. Its answer has the fields above, and these.</p>
${fields(toJsonSchema(ExplanationSchema))}
<h2 id="healthz"><code>GET /healthz</code></h2>
<p>200 as soon as every model is loaded, verified and warm.</p>
<h2 id="problems">Problems</h2>
<p>Every error is a JSON object of media type <code>application/problem+json</code> (RFC 9457).</p>
${problems()}
</main>
</html>
`.text;
}

function fields(schema: JsonSchema): Html {
  const required = new Set(schema.required as string[]);
  const rows = Object.entries(schema.properties as Record<string, JsonSchema>).map(
    ([name, field]) =>
      html`<tr><th scope="row"><code>${name}</code>${required.has(name) ? '' : ' (optional)'}<td>${limits(field)}<td>${String(field.description ?? '')}`,
  );
  return html`<table><thead><tr><th scope="col">Field<th scope="col">Type<th scope="col">Meaning<tbody>${rows}</table>`;
}

function limits({ type, enum: options, minLength, maxLength, contentEncoding }: JsonSchema): string {
  const name = options ? (options as string[]).join(' | ') : String(type);
  const length = maxLength ? `, ${minLength ?? 0} to ${maxLength} characters` : '';
  return `${name}${contentEncoding ? ` in ${contentEncoding}` : ''}${length}`;
}

function problems(): Html {
  const rows = (Object.keys(PROBLEMS) as (keyof typeof PROBLEMS)[]).map(
    (name) =>
      html`<tr><td>${PROBLEMS[name].status}<th scope="row"><code>${problemType(name)}</code><td>${PROBLEMS[name].title}.`,
  );
  return html`<table><thead><tr><th scope="col">Status<th scope="col">Type<th scope="col">Meaning<tbody>${rows}</table>`;
}
