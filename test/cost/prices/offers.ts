import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A product of an offer file: usage type, tiers as [begin, end, dollars], further attributes. */
export interface Product {
  readonly usage: string;
  readonly tiers: readonly (readonly [string, string, string])[];
  readonly attributes?: Readonly<Record<string, string>>;
}

/** An offer file in the form of the AWS Price List. */
export function offerOf(products: readonly Product[]) {
  const listed = products.map((product, index) => ({ ...product, sku: `SKU${index}` }));
  return {
    formatVersion: 'v1.0',
    publicationDate: '2026-11-20T10:00:00Z',
    products: Object.fromEntries(
      listed.map(({ sku, usage, attributes }) => [
        sku,
        { sku, attributes: { usagetype: usage, ...attributes } },
      ]),
    ),
    terms: {
      OnDemand: Object.fromEntries(
        listed.map(({ sku, tiers }) => [sku, { [`${sku}.T`]: { priceDimensions: dimensions(tiers) } }]),
      ),
    },
  };
}

function dimensions(tiers: Product['tiers']) {
  return Object.fromEntries(
    tiers.map(([beginRange, endRange, USD], index) => [
      `D${index}`,
      { beginRange, endRange, pricePerUnit: { USD } },
    ]),
  );
}

/** A price list on this machine that has these offers, by their codes. */
export async function priceListServer(
  offers: Readonly<Record<string, object>>,
): Promise<{ url: string; requested: string[]; server: Server }> {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    const offer = offers[(request.url ?? '').split('/')[4] ?? ''];
    response.statusCode = offer ? 200 : 404;
    response.end(JSON.stringify(offer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requested, server };
}
