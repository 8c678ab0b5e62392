import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { parsePriceBook } from '../../../cost/prices/price-book.ts';
import { refresh, serialise } from '../../../cost/prices/refresh.ts';
import { priceBook } from '../price-book.ts';
import { offerOf, type Product, priceListServer } from './offers.ts';

const LAMBDA: Product[] = [
  { usage: 'EU-Request', tiers: [['0', 'Inf', '0.0000002000']] },
  {
    usage: 'EU-Lambda-GB-Second',
    tiers: [
      ['6000000000', 'Inf', '0.00001'],
      ['0', '6000000000', '0.00002'],
    ],
  },
  { usage: 'USE1-Request', tiers: [['0', 'Inf', '9']] },
];
const EGRESS = { transferType: 'AWS Outbound', toLocation: 'External' };
const TRANSFER: Product[] = [
  { usage: 'EU-DataTransfer-Out-Bytes', attributes: EGRESS, tiers: [['0', 'Inf', '0.09']] },
  {
    usage: 'EU-DataTransfer-Out-Bytes',
    attributes: { ...EGRESS, toLocation: 'Asia' },
    tiers: [['0', 'Inf', '0.02']],
  },
];
const OFFERS = {
  AWSLambda: offerOf(LAMBDA),
  AmazonApiGateway: offerOf([]),
  AmazonDynamoDB: offerOf([]),
  AmazonCloudWatch: offerOf([]),
  AmazonVPC: offerOf([]),
  AWSDataTransfer: offerOf(TRANSFER),
};

const servers: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
  }
});

async function refreshed(offers: Readonly<Record<string, object>>, old = priceBook()) {
  const { url, requested, server } = await priceListServer(offers);
  servers.push(server);
  const result = await refresh('eu-west-1', old, options(url));
  return { url, requested, ...result };
}

function options(baseUrl: string, timeoutMilliseconds = 5000) {
  return { baseUrl, timeoutMilliseconds, today: '2026-11-21', onProgress: () => {} };
}

describe('The refresh', () => {
  it("reads the region's offers and no others", async () => {
    const { requested } = await refreshed(OFFERS);

    expect(requested).toEqual(
      Object.keys(OFFERS).map((offer) => `/offers/v1.0/aws/${offer}/current/eu-west-1/index.json`),
    );
  });

  it('takes tiers in their order, with the address, usage type, SKU and day they come from', async () => {
    const { book, url } = await refreshed(OFFERS);

    expect(book.prices.get('lambda.duration.x86_64')).toEqual({
      name: 'lambda.duration.x86_64',
      unit: 'GB-second',
      tiers: [{ upTo: 6e9, value: 0.00002 }, { value: 0.00001 }],
      source: `AWS price list ${url}/offers/v1.0/aws/AWSLambda/current/eu-west-1/index.json, usage type EU-Lambda-GB-Second, SKU SKU1`,
      date: '2026-11-20',
    });
  });

  it('tells egress to the internet from transfer to other regions', async () => {
    const { book } = await refreshed(OFFERS);

    expect(book.prices.get('egress.internet')?.tiers).toEqual([{ value: 0.09 }]);
  });

  it('keeps what the list does not have, and names what nobody has', async () => {
    const { updated, kept, absent } = await refreshed(OFFERS, priceBook('rest-api.requests'));

    expect(updated).toEqual(['lambda.requests.x86_64', 'lambda.duration.x86_64', 'egress.internet']);
    expect(kept).toContain('ec2.m7g.large');
    expect(absent).toEqual(['rest-api.requests']);
  });

  it('writes a snapshot that reads back as it was', async () => {
    const { book } = await refreshed(OFFERS);

    expect(parsePriceBook(JSON.parse(serialise(book)), 'eu-west-1.json')).toEqual(book);
  });

  it('refuses to choose between products of one usage type and two prices', async () => {
    const second: Product = { usage: 'EU-Request', tiers: [['0', 'Inf', '0.3']] };

    const attempt = refreshed({ ...OFFERS, AWSLambda: offerOf([...LAMBDA, second]) });

    await expect(attempt).rejects.toThrow('Request has products of different prices (SKU0, SKU3)');
  });

  it('refuses a file that is no offer', async () => {
    await expect(refreshed({ ...OFFERS, AWSLambda: { some: 'thing' } })).rejects.toThrow(
      'is not an AWS price list offer',
    );
  });

  it('says that a file is not there', async () => {
    const { AWSLambda: _, ...others } = OFFERS;

    await expect(refreshed(others)).rejects.toThrow('it answered 404');
  });

  it('says that nothing listens, and that nothing was changed', async () => {
    const { url, server } = await priceListServer({});
    await new Promise((resolve) => server.close(resolve));

    await expect(refresh('eu-west-1', undefined, options(url))).rejects.toThrow(
      /ECONNREFUSED.*The snapshot is unchanged; refresh needs a way to the internet\.$/,
    );
  });

  it('gives up on a server that never answers', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    servers.push(silent);
    await new Promise((resolve) => silent.once('listening', resolve));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;

    await expect(refresh('eu-west-1', undefined, options(url, 100))).rejects.toThrow(
      'no answer within 0.1 s',
    );
  });

  it('refuses a region whose usage types it does not know', async () => {
    await expect(refresh('mars-1', undefined, options('http://127.0.0.1:1'))).rejects.toThrow(
      'Cannot refresh "mars-1"',
    );
  });
});
