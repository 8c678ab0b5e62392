import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { HttpEvent, HttpResponse } from '../../functions/inference/http.ts';
import { pageRoute } from '../../functions/inference/page.ts';
import { buildPage } from '../../functions/page/build.ts';

const PAGE = { html: '<!doctype html><title>書</title>', contentSecurityPolicy: "default-src 'none'" };

/** Asks a route for the page. @param encodings what the client takes, as in `accept-encoding` */
function get(encodings?: string): HttpResponse {
  const headers = encodings === undefined ? {} : { 'accept-encoding': encodings };
  const route = pageRoute(PAGE) as (event: HttpEvent) => HttpResponse;
  return route({ headers } as HttpEvent);
}

describe('the page as a response', () => {
  it('is compressed for those who take gzip', () => {
    const { body, headers, isBase64Encoded } = get('br, gzip;q=0.08');

    expect([headers?.['content-encoding'], isBase64Encoded]).toEqual(['gzip', true]);
    expect(gunzipSync(Buffer.from(body!, 'base64')).toString('utf8')).toBe(PAGE.html);
  });

  it.each([[undefined], ['identity'], ['br'], ['gzip;q=0, br'], ['gzip; q=0.0']])(
    'is plain for those who take %s',
    (encodings) => {
      const { body, headers } = get(encodings);

      expect([body, headers?.['content-encoding']]).toEqual([PAGE.html, undefined]);
    },
  );

  it('carries its policy either way', () => {
    const policies = [get(), get('gzip')].map(({ headers }) => headers?.['content-security-policy']);

    expect(policies).toEqual([PAGE.contentSecurityPolicy, PAGE.contentSecurityPolicy]);
  });
});

describe('the page as it is built', () => {
  it('is the same from the same sources', async () => {
    expect(await buildPage()).toEqual(await buildPage());
  });

  it('refers to no other host', async () => {
    const { html } = await buildPage();

    // The name of the SVG language is no address: nothing is fetched from it.
    const addresses = html.match(/https?:\/\/[^'"\s]+/g) ?? [];
    expect(addresses.filter((address) => address !== 'http://www.w3.org/2000/svg')).toEqual([]);
  });

  it('has no link but the one that its script puts right under a secret path', async () => {
    const { html } = await buildPage();

    expect(html.match(/<a [^>]*>/g)).toEqual(['<a id="docs" href="docs">']);
  });
});
