/** The page at `GET /docs`: the OpenAPI description for people, as one HTML document without requests to other hosts. */
import { html } from 'hono/html';
import type { Contract, ModelInfo } from '../contracts/contract.ts';
import { gatewayProblems, ownProblems } from '../contracts/description/responses.ts';
import type { HttpResponse } from '../contracts/http.ts';
import { DOCUMENTATION_FILE, document, lazy, MODEL_SLOT, type ReadPage } from '../information/page.ts';
import { createOpenApi, type OpenApi } from './openapi.ts';
import { type Html, operations } from './operations.ts';

/** Comments in the page's HTML that are replaced by content. */
export const SLOTS = {
  heading: '<!-- heading -->',
  contents: '<!-- contents -->',
  description: '<!-- description -->',
};

/** Data for the page's own script, as JSON that replaces `MODEL_SLOT`. */
export type DocumentedModel = ReturnType<typeof documentedModel>;

const VERSIONS = '/versions/';

/** `openapi.json` loads nothing, and must not be framed. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Routes of the documentation. @param common the common routes, which are described after the routes of the contracts */
export function documentationRoutes(
  model: ModelInfo,
  contracts: readonly Contract[],
  common: Contract,
  readPage: ReadPage,
): Record<string, () => Promise<HttpResponse>> {
  const openApi = lazy(async () => createOpenApi(model, [...contracts, common]));
  return {
    '/openapi.json': lazy(async () => document('application/json', JSON.stringify(await openApi()), POLICY)),
    '/docs': lazy(async () => {
      const { html, contentSecurityPolicy } = await readPage(DOCUMENTATION_FILE);
      const described = await openApi();
      const data = JSON.stringify(documentedModel(model, contracts)).replaceAll('<', '\\u003c');
      const page = html
        .replace(SLOTS.heading, () => String(heading(model, described)))
        .replace(SLOTS.contents, () => String(contents(contracts)))
        .replace(SLOTS.description, () => String(description(contracts, common, described)))
        .replace(MODEL_SLOT, () => data);
      return document('text/html; charset=utf-8', page, contentSecurityPolicy);
    }),
  };
}

function heading(
  { title, version, members, deadlineMilliseconds, models, name }: ModelInfo,
  { paths }: OpenApi,
): Html {
  const others = models.filter((model) => model.name !== name);
  return html`<p class="brand"><span>Subsecond</span>${'/explain' in paths ? html` <a href="./">Try it in the browser</a>` : ''}</p>
<h1>${title}: API documentation</h1>
<p>${members.length === 1 ? 'One model' : `An ensemble of ${members.length} models`}, version <code>${version}</code>, with a deadline of
${deadlineMilliseconds} ms. A repeat with the same request id gets the first response while it is cached. Client generators read
<a href="openapi.json">openapi.json</a>.</p>
${others.length === 0 ? '' : html`<p>Other models: ${others.map((other, index) => html`${index > 0 ? ', ' : ''}<a data-model="${other.name}" href="/models/${other.name}/docs">${other.title}</a>`)}</p>`}`;
}

function contents(contracts: readonly Contract[]): Html {
  const entry = (id: string, title: string) => html`<li><a href="#${id}">${title}</a></li>`;
  return html`<ul>
${contracts.map(({ name }) => entry(name, name))}
${entry('model-addresses', 'Every model')}
${entry('problems', 'Errors')}
</ul>`;
}

function description(contracts: readonly Contract[], common: Contract, openApi: OpenApi): Html {
  return html`${contracts.map((contract) => section(contract, openApi))}
<h2 id="model-addresses">Every model</h2>
${operations(addressesOf(common.routes), openApi)}
<h2 id="problems">Errors</h2>
<p>An error is a JSON object of media type <code>application/problem+json</code> (RFC 9457). With the same status, errors of the
Open Inference Protocol are <code>{"error": "…"}</code>, and errors of OpenAI’s embeddings <code>{"error": {"message": "…", …}}</code>.</p>
${problems(ownProblems)}
<h3 id="gateway">Errors of the gateway</h3>
<p>The gateway in front of the models returns these for every contract; 429 and 503 have a header <code>retry-after</code> in
seconds. On AWS, API Gateway returns <code>{"message": "…"}</code> instead, without <code>retry-after</code>, and 500 or 503 if the
function fails.</p>
${problems(gatewayProblems)}`;
}

function section({ name, summary, routes }: Contract, openApi: OpenApi): Html {
  const addresses = addressesOf(routes);
  // Addresses do the same with a version as without one. So only the last versioned address is shown, below the others.
  const unversioned = addresses.filter((address) => !address.includes(VERSIONS));
  const versioned = addresses.findLast((address) => address.includes(VERSIONS));
  return html`<h2 id="${name}">Contract <code>${name}</code></h2>
<p>${summary}.</p>
${operations(unversioned, openApi)}
${versioned === undefined ? '' : html`<p>The addresses of the model also accept a version: <code>${versioned}</code>.</p>`}`;
}

function addressesOf(routes: Contract['routes']): string[] {
  return [...new Set(routes.map(({ path }) => path))];
}

function problems(listed: typeof ownProblems): Html {
  const rows = listed.map(
    ({ problem: { status, type, title, detail } }) =>
      html`<tr><td>${status}<th scope="row"><code>${type}</code><td>${title}. “${detail}”`,
  );
  return html`<table><thead><tr><th scope="col">Status<th scope="col">Type<th scope="col">Meaning, and an example of the field <code>detail</code><tbody>${rows}</table>`;
}

function documentedModel({ name, pipeline, tensors }: ModelInfo, contracts: readonly Contract[]) {
  return {
    name,
    pipeline,
    /** Names of the model's contracts. The page first shows the first contract. */
    contracts: contracts.map((contract) => contract.name),
    inputs: tensors.inputs,
  };
}
