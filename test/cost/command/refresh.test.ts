import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { offerOf, priceListServer } from '../prices/offers.ts';
import { run, temporaryDirectory } from './run.ts';

const directory = temporaryDirectory();

describe('npm run cost -- refresh', () => {
  it('writes a new snapshot and says what it kept', async () => {
    const lambda = offerOf([{ usage: 'Request', tiers: [['0', 'Inf', '0.0000003']] }]);
    const none = offerOf([]);
    const { url, server } = await priceListServer({
      AWSLambda: lambda,
      AmazonApiGateway: none,
      AmazonDynamoDB: none,
      AmazonCloudWatch: none,
      AmazonVPC: none,
      AWSDataTransfer: none,
    });

    const { exitCode, printed, reported } = await run(`refresh --base-url ${url} --output ${directory}`);
    server.close();

    const { prices } = JSON.parse(readFileSync(join(directory, 'us-east-1.json'), 'utf8'));
    expect(exitCode).toBe(0);
    expect(prices['lambda.requests.x86_64']).toMatchObject({
      unit: 'request',
      value: 3e-7,
      date: '2026-11-20',
    });
    expect(printed).toContain('us-east-1.json: 1 prices from the price list.');
    expect(reported).toContain('6/6 AWSDataTransfer');
  });
});
