import { beforeAll, describe, expect, it } from 'vitest';
import { buildDocumentation } from '../../../../functions/documentation/build.ts';
import { MAX_ID_LENGTH } from '../../../../functions/inference/contracts/request-id.ts';
import { html } from '../../../../functions/inference/documentation/html.ts';
import { gatewayProblems, ownProblems } from '../../../../functions/inference/documentation/responses.ts';
import { type Handler, startHandler } from '../../../../functions/inference/service/handler.ts';
import type { HttpResponse } from '../../../../functions/inference/service/http.ts';
import { PROBLEMS, problemType } from '../../../../functions/inference/service/problems.ts';
import { bodyOf, CONTEXT, event, question } from '../../support/events.ts';
import { jpegOf, RED } from '../../support/pictures.ts';
import { QUIET, quietHandler } from '../../support/tiny.ts';

const PROBLEM_NAMES = Object.keys(PROBLEMS) as (keyof typeof PROBLEMS)[];

describe('openapi.json', () => {
  let handler: Handler;
  // biome-ignore lint/suspicious/noExplicitAny: a parsed document
  let description: any;
  beforeAll(async () => {
    handler = await quietHandler();
    description = bodyOf(await handler(event('GET', '/openapi.json'), CONTEXT));
  });

  it('describes the limits that are checked', () => {
    expect(description.components.schemas.Esun2021Question).toMatchObject({
      type: 'object',
      required: ['esun_uuid', 'esun_timestamp', 'image'],
      properties: {
        esun_uuid: { type: 'string', minLength: 1, maxLength: MAX_ID_LENGTH },
        esun_timestamp: { type: 'integer' },
        image: { type: 'string', contentEncoding: 'base64' },
        retry: { type: 'integer' },
      },
    });
  });

  it('has its addresses beside it, also under a secret path', () => {
    const { servers } = description;
    const base = new URL(servers[0].url, 'https://host.example/secret/openapi.json');

    expect(base.href).toBe('https://host.example/secret/');
  });

  it('names every problem', () => {
    const { responses } = description.paths['/inference'].post as { responses: Record<number, object> };
    const text = JSON.stringify(
      Object.keys(responses).map((status) => description.components.responses[`Problem${status}`]),
    );

    for (const name of PROBLEM_NAMES) expect(text).toContain(problemType(name));
  });

  it('describes no field that an answer lacks, and lacks none that it has', async () => {
    const image = await jpegOf(RED);
    const reply = bodyOf(await handler(question(image), CONTEXT));
    const explanation = bodyOf(await handler(question(image, {}, '/explain'), CONTEXT));
    const { Esun2021Answer, Explanation } = description.components.schemas;

    expect(Object.keys(Esun2021Answer.properties).sort()).toEqual(Object.keys(reply).sort());
    for (const field of Explanation.required) expect(explanation).toHaveProperty(field);
    expect(Object.keys(explanation.reply as object)).toEqual(Object.keys(reply));
  });

  it('describes every address that answers, and no other', async () => {
    for (const [path, methods] of Object.entries(description.paths)) {
      for (const method of Object.keys(methods as object)) {
        const { statusCode } = await handler(event(method.toUpperCase(), path), CONTEXT);
        expect({ path, statusCode }).not.toMatchObject({ statusCode: 404 });
        expect({ path, statusCode }).not.toMatchObject({ statusCode: 405 });
      }
    }
  });

  it('refers to nothing that is not there', () => {
    const references = JSON.stringify(description).match(/#\/components\/schemas\/\w+/g) ?? [];

    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) {
      expect(description.components.schemas).toHaveProperty(reference.split('/').at(-1) ?? '');
    }
  });
});

describe('the documentation page', () => {
  let page: HttpResponse;
  let alone: HttpResponse;
  beforeAll(async () => {
    process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
    const handler = await startHandler(QUIET, undefined, buildDocumentation);
    page = await handler(event('GET', '/docs'), CONTEXT);
    alone = await (await quietHandler())(event('GET', '/docs'), CONTEXT);
  });

  it('needs no other host and nothing but its own script and style', () => {
    expect(page.body).not.toMatch(/<img|<iframe|https?:\/\/|style=|\son\w+=|src=/);
    expect(page.headers?.['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; /,
    );
  });

  it.each([
    ['style', /<style>(.*?)<\/style>/s],
    ['script', /<script type="module">(.*?)<\/script>/s],
  ])('carries the very %s that its policy allows', async (_, place) => {
    const text = place.exec(page.body ?? '')?.[1] ?? '';
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('base64');

    expect(page.headers?.['content-security-policy']).toContain(`'sha256-${digest}'`);
  });

  it('lists every problem with its status, the gateway’s included', () => {
    for (const { type, title, status } of [...ownProblems, ...gatewayProblems].map(
      ({ problem }) => problem,
    )) {
      expect(page.body).toMatch(new RegExp(`<td>${status}<th scope="row"><code>${type}</code><td>`));
      expect(page.body).toContain(title);
    }
  });

  it('has every operation, and the examples of its question and its answer', async () => {
    const { paths } = bodyOf(await (await quietHandler())(event('GET', '/openapi.json'), CONTEXT)) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };

    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { operationId }] of Object.entries(methods)) {
        expect(page.body).toContain(
          `<h3 id="${operationId}"><code>${method.toUpperCase()} ${path}</code></h3>`,
        );
      }
    }
    expect(page.body?.match(/<summary>Example<\/summary>/g)?.length).toBeGreaterThan(15);
  });

  it('leads to the page for people, and fills every place of its frame', () => {
    expect(page.body).toContain('<a href="./">the page</a>');
    expect(page.body).not.toContain('<!--');
    expect(page.body).not.toContain('"the task"');
  });

  it('leads to no page where there is none', async () => {
    const handler = await startHandler({ ...QUIET, EXPLAIN: 'off' }, undefined, buildDocumentation);

    const { body } = await handler(event('GET', '/docs'), CONTEXT);

    expect(body).not.toContain('>the page</a>');
    expect(body).toContain('"hasPage":false');
  });

  it('stands alone where nothing was built for it', () => {
    expect(alone.statusCode).toBe(200);
    expect(alone.body).toContain('<h3 id="inference">');
    expect(alone.body).not.toContain('<script');
  });
});

describe('html', () => {
  it('lets no value break out of its place', () => {
    expect(html`<p title="${'"><script>'}">${"&'"}</p>`.text).toBe(
      '<p title="&quot;&gt;&lt;script&gt;">&amp;&#39;</p>',
    );
  });
});
