import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_ID_LENGTH } from '../../../../functions/inference/contracts/request-id.ts';
import { html } from '../../../../functions/inference/documentation/html.ts';
import type { Handler } from '../../../../functions/inference/service/handler.ts';
import type { HttpResponse } from '../../../../functions/inference/service/http.ts';
import { PROBLEMS, problemType } from '../../../../functions/inference/service/problems.ts';
import { bodyOf, CONTEXT, event, question } from '../../support/events.ts';
import { jpegOf, RED } from '../../support/pictures.ts';
import { quietHandler } from '../../support/tiny.ts';

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
    const text = JSON.stringify(description.paths['/inference'].post.responses);

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
  beforeAll(async () => {
    page = await (await quietHandler())(event('GET', '/docs'), CONTEXT);
  });

  it('needs no other host, no script and nothing but its own style', () => {
    expect(page.body).not.toMatch(/<script|<link|<img|<iframe|https?:\/\/|style=|\son\w+=/);
    expect(page.headers?.['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; /,
    );
  });

  it('carries the very style that its policy allows', async () => {
    const style = /<style>(.*)<\/style>/s.exec(page.body ?? '')?.[1] ?? '';
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(style))).toString('base64');

    expect(page.headers?.['content-security-policy']).toContain(`'sha256-${digest}'`);
  });

  it('lists every problem with its status', () => {
    for (const name of PROBLEM_NAMES) {
      expect(page.body).toContain(problemType(name));
      expect(page.body).toContain(PROBLEMS[name].title);
    }
  });
});

describe('html', () => {
  it('lets no value break out of its place', () => {
    expect(html`<p title="${'"><script>'}">${"&'"}</p>`.text).toBe(
      '<p title="&quot;&gt;&lt;script&gt;">&amp;&#39;</p>',
    );
  });
});
