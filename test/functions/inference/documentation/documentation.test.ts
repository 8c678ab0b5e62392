import { describe, expect, it } from 'vitest';
import {
  gatewayProblems,
  ownProblems,
} from '../../../../functions/inference/contracts/description/responses.ts';
import { buildDocumentation } from '../../../../functions/page/build.ts';
import { textModel } from '../../../support/text-model.ts';
import { jpegOf, RED } from '../../support/pictures.ts';
import { bodyOf, competitionRequest, request } from '../../support/requests.ts';
import { quietApp, quietService, TINY_ENSEMBLE } from '../../support/tiny.ts';

const send = await quietService({}, { readPage: buildDocumentation });
// biome-ignore lint/suspicious/noExplicitAny: a parsed document
const description: any = bodyOf(await send(request('GET', '/openapi.json')));
const problems = [...ownProblems, ...gatewayProblems].map(({ problem }) => problem);
const page = await send(request('GET', '/docs'));
const text = page.body.toString();

it('openapi.json describes exactly the fields of a response', async () => {
  const { reply } = bodyOf(await send(competitionRequest(await jpegOf(RED), {}, '/explain')));

  const { properties } = description.components.schemas.Esun2021Response;
  expect(Object.keys(properties).sort()).toEqual(Object.keys(reply as object).sort());
});

it.each([
  ['pictures', TINY_ENSEMBLE],
  ['embeddings', textModel('embedding', { contracts: ['openai-embeddings', 'predictions'] })],
  ['ranked texts', textModel('ranking', { contracts: ['rerank', 'predictions'] })],
])('openapi.json has every route of a model of %s, except those of the documentation', async (_, folder) => {
  const { routes } = await quietApp({ MODEL_DIRECTORY: folder });
  const service = await quietService({ MODEL_DIRECTORY: folder });
  const { paths } = bodyOf(await service(request('GET', '/openapi.json'))) as { paths: object };

  const served = routes.map(({ method, path }) => `${method} ${path}`);
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect([...described, 'GET /', 'GET /docs', 'GET /openapi.json'].sort()).toEqual(served.sort());
});

describe('the documentation page', () => {
  it('needs no other host and nothing but its own script and style', () => {
    expect(text).not.toMatch(/<img|<iframe|https?:\/\/|style=|\son\w+=|src=/);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; /,
    );
  });

  it('lists every problem with its status, the gateway’s included', () => {
    for (const { type, title, status } of problems) {
      expect(text).toMatch(new RegExp(`<td>${status}<th scope="row"><code>${type}</code><td>`));
      expect(text).toContain(title);
    }
  });

  it('has every operation, the examples of its request and its response, and a list of contents that leads to it', () => {
    const paths: Record<string, Record<string, { operationId: string }>> = description.paths;

    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { operationId }] of Object.entries(methods)) {
        const title = `<h3 id="${operationId}"><code>${method.toUpperCase()} ${path}</code></h3>`;
        // The page lists no path with a version, because the path without the version works the same.
        if (!path.includes('/versions/')) expect(text).toContain(title);
      }
    }
    expect(text.match(/<pre tabindex="0">/g)?.length).toBeGreaterThan(15);
    expect(text).toContain('<li><a href="#esun-2021">esun-2021</a></li>');
    expect(text).toContain('<h2 id="esun-2021">');
  });

  it('has a link to the model’s page only if the model has a page', async () => {
    const silent = await quietService({ EXPLAIN: 'off' }, { readPage: buildDocumentation });

    const body = String((await silent(request('GET', '/docs'))).body);

    expect(body).not.toContain('>Try it in the browser</a>');
    expect(text).toContain('>Try it in the browser</a>');
  });
});
