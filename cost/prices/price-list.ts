import { CostError } from '../errors.ts';
import type { Price, Tier } from './price-book.ts';
import { PRICE_UNITS, type PriceName } from './price-names.ts';

/** Where a price stands in the AWS Price List: offer and usage type without the region's prefix. */
export interface PriceKey {
  readonly offer: string;
  readonly usage: string;
  /** Further attributes, where one usage type has several products. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/**
 * The prices that `refresh` can read. EC2 is left out, its file being hundreds of megabytes, as is the fee on
 * it, which the list does not have as a rate.
 */
export const PRICE_KEYS: Partial<Record<PriceName, PriceKey>> = {
  'lambda.requests.x86_64': { offer: 'AWSLambda', usage: 'Request' },
  'lambda.requests.arm64': { offer: 'AWSLambda', usage: 'Request-ARM' },
  'lambda.duration.x86_64': { offer: 'AWSLambda', usage: 'Lambda-GB-Second' },
  'lambda.duration.arm64': { offer: 'AWSLambda', usage: 'Lambda-GB-Second-ARM' },
  'lambda.provisioned.x86_64': { offer: 'AWSLambda', usage: 'Lambda-Provisioned-Concurrency' },
  'lambda.provisioned.arm64': { offer: 'AWSLambda', usage: 'Lambda-Provisioned-Concurrency-ARM' },
  'lambda.provisioned-duration.x86_64': { offer: 'AWSLambda', usage: 'Lambda-Provisioned-GB-Second' },
  'lambda.provisioned-duration.arm64': { offer: 'AWSLambda', usage: 'Lambda-Provisioned-GB-Second-ARM' },
  'managed-instances.requests': { offer: 'AWSLambda', usage: 'Lambda-Managed-Instances-Request-ARM' },
  'http-api.requests': { offer: 'AmazonApiGateway', usage: 'ApiGatewayHttpRequest' },
  'rest-api.requests': { offer: 'AmazonApiGateway', usage: 'ApiGatewayRequest' },
  'table.writes': { offer: 'AmazonDynamoDB', usage: 'WriteRequestUnits' },
  'table.reads': { offer: 'AmazonDynamoDB', usage: 'ReadRequestUnits' },
  'table.storage': { offer: 'AmazonDynamoDB', usage: 'TimedStorage-ByteHrs' },
  'table.recovery': { offer: 'AmazonDynamoDB', usage: 'TimedPITRStorage-ByteHrs' },
  // Logs of Lambda and of API Gateway are vended ones: their price falls with the volume.
  'logs.ingest': { offer: 'AmazonCloudWatch', usage: 'VendedLog-Bytes' },
  'logs.storage': { offer: 'AmazonCloudWatch', usage: 'TimedStorage-ByteHrs' },
  'metrics.custom': { offer: 'AmazonCloudWatch', usage: 'CW:MetricMonitorUsage' },
  'alarms.standard': { offer: 'AmazonCloudWatch', usage: 'CW:AlarmMonitorUsage' },
  // Without a region's prefix: dashboards are an account's.
  dashboards: { offer: 'AmazonCloudWatch', usage: 'DashboardsUsageHour' },
  'interface-endpoint.hours': { offer: 'AmazonVPC', usage: 'VpcEndpoint-Hours' },
  'interface-endpoint.data': { offer: 'AmazonVPC', usage: 'VpcEndpoint-Bytes' },
  'egress.internet': {
    offer: 'AWSDataTransfer',
    usage: 'DataTransfer-Out-Bytes',
    attributes: { transferType: 'AWS Outbound', toLocation: 'External' },
  },
};

/** What usage types of a region begin with; some offers leave it out in us-east-1. */
export const USAGE_PREFIXES: Readonly<Record<string, readonly string[]>> = {
  'us-east-1': ['', 'USE1-'],
  'ap-northeast-1': ['APN1-'],
  'eu-west-1': ['EU-', 'EUW1-'],
};

/** The part of an offer file (Price List, format v1.0) that is read. */
export interface Offer {
  readonly publicationDate: string;
  readonly products: Readonly<Record<string, { readonly attributes: Readonly<Record<string, string>> }>>;
  readonly terms: { readonly OnDemand: Readonly<Record<string, Readonly<Record<string, Term>>>> };
}

interface Term {
  readonly priceDimensions: Readonly<Record<string, Dimension>>;
}

interface Dimension {
  readonly beginRange: string;
  readonly endRange: string;
  readonly pricePerUnit: Readonly<Record<string, string>>;
}

/** Checks that fetched JSON is an offer file. @throws CostError */
export function parseOffer(json: unknown, url: string): Offer {
  const offer = (json ?? {}) as Partial<Offer>;
  if (!offer.publicationDate || !offer.products || !offer.terms?.OnDemand) {
    throw new CostError(
      `${url} is not an AWS price list offer: publicationDate, products or terms is missing.`,
    );
  }
  return offer as Offer;
}

/**
 * The price of a usage type in an offer; undefined when the offer does not have it.
 * @throws CostError when several products of that usage type differ in price.
 */
export function findPrice(
  offer: Offer,
  name: PriceName,
  key: PriceKey,
  region: string,
  url: string,
): Price | undefined {
  const usages = (USAGE_PREFIXES[region] ?? []).map((prefix) => prefix + key.usage);
  const wanted = Object.entries(key.attributes ?? {});
  const found = Object.entries(offer.products).filter(
    ([, { attributes }]) =>
      usages.includes(attributes.usagetype ?? '') &&
      wanted.every(([field, value]) => attributes[field] === value),
  );
  const priced = found.flatMap(([sku, { attributes }]) => {
    const [term] = Object.values(offer.terms.OnDemand[sku] ?? {});
    return term ? [{ sku, usage: attributes.usagetype, tiers: tiersOf(term) }] : [];
  });
  const [first, ...others] = priced;
  if (first && others.some(({ tiers }) => JSON.stringify(tiers) !== JSON.stringify(first.tiers))) {
    const skus = priced.map(({ sku }) => sku).join(', ');
    throw new CostError(
      `${url}: ${key.usage} has products of different prices (${skus}); its key must say which.`,
    );
  }
  return (
    first && {
      name,
      unit: PRICE_UNITS[name],
      tiers: first.tiers,
      source: `AWS price list ${url}, usage type ${first.usage}, SKU ${first.sku}`,
      date: offer.publicationDate.slice(0, 10),
    }
  );
}

function tiersOf(term: Term): Tier[] {
  return Object.values(term.priceDimensions)
    .sort((one, other) => Number(one.beginRange) - Number(other.beginRange))
    .map(({ endRange, pricePerUnit }) => {
      const value = Number(pricePerUnit.USD);
      return endRange === 'Inf' ? { value } : { upTo: Number(endRange), value };
    });
}
