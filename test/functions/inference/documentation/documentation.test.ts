import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_ID_LENGTH } from '../../../../functions/inference/contracts/esun-2021.ts';
import { html } from '../../../../functions/inference/documentation/html.ts';
import { toJsonSchema } from '../../../../functions/inference/documentation/json-schema.ts';
import type { Handler } from '../../../../functions/inference/handler.ts';
import type { HttpResponse } from '../../../../functions/inference/http.ts';
import { PROBLEMS, problemType } from '../../../../functions/inference/problems.ts';
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
    expect(description.components.schemas.Question).toMatchObject({
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
    const { Reply, Explanation } = description.components.schemas;

    expect(Object.keys(Reply.properties).sort()).toEqual(Object.keys(reply).sort());
    const explained = { ...Reply.properties, ...Explanation.allOf[1].properties };
    expect(Object.keys(explained).sort()).toEqual(Object.keys(explanation).sort());
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

describe('JSON Schema', () => {
  it('refuses to describe a check that it has no keyword for', () => {
    expect(() => toJsonSchema(v.pipe(v.string(), v.email()))).toThrow(
      'No JSON Schema for the valibot action "email"',
    );
    expect(() => toJsonSchema(v.date())).toThrow('No JSON Schema for the valibot schema "date"');
  });
});
