import { MissingPriceError } from '../errors.ts';

/** The unit of every price that a bill can need. A price is in US dollars per unit. */
export const PRICE_UNITS = {
  'lambda.requests.x86_64': 'request',
  'lambda.requests.arm64': 'request',
  'lambda.duration.x86_64': 'GB-second',
  'lambda.duration.arm64': 'GB-second',
  'lambda.provisioned.x86_64': 'GB-second',
  'lambda.provisioned.arm64': 'GB-second',
  'lambda.provisioned-duration.x86_64': 'GB-second',
  'lambda.provisioned-duration.arm64': 'GB-second',
  'managed-instances.requests': 'request',
  'managed-instances.fee': 'EC2 dollar',
  'ec2.m7g.large': 'hour',
  'http-api.requests': 'request',
  'rest-api.requests': 'request',
  'table.writes': 'write unit',
  'table.reads': 'read unit',
  'table.storage': 'GB-month',
  'table.recovery': 'GB-month',
  'logs.ingest': 'GB',
  'logs.storage': 'GB-month',
  'metrics.custom': 'metric-month',
  'alarms.standard': 'alarm-month',
  dashboards: 'dashboard-month',
  'xray.traces': 'trace',
  'egress.internet': 'GB',
  'cloudfront.requests': 'request',
  'cloudfront.egress': 'GB',
  'waf.acls': 'ACL-month',
  'waf.rules': 'rule-month',
  'waf.requests': 'request',
  'ec2.c7i.large': 'hour',
  'fargate.vcpu.x86_64': 'vCPU-hour',
  'fargate.vcpu.arm64': 'vCPU-hour',
  'fargate.memory.x86_64': 'GB-hour',
  'fargate.memory.arm64': 'GB-hour',
  'load-balancer.hours': 'hour',
  'load-balancer.capacity': 'LCU-hour',
  'public-ipv4.hours': 'hour',
  'interface-endpoint.hours': 'hour',
  'interface-endpoint.data': 'GB',
  'sagemaker-serverless.duration': 'GB-second',
  'sagemaker-serverless.data': 'GB',
} as const;

export type PriceName = keyof typeof PRICE_UNITS;

/** One step of a graduated price: `value` dollars per unit up to `upTo` units a month (no `upTo`: no end). */
export interface Tier {
  readonly upTo?: number;
  readonly value: number;
}

/** A cited price. `source` says where it can be looked up, and `date` is the day for which the source states it. */
export interface Price {
  readonly name: string;
  readonly unit: string;
  readonly tiers: readonly Tier[];
  readonly source: string;
  readonly date: string;
}

/** All cited prices of one region. A price without a source is absent. */
export interface PriceBook {
  readonly region: string;
  readonly date: string;
  readonly prices: ReadonlyMap<string, Price>;
}

/** The price by name. @throws MissingPriceError when the book lacks it, because it has no cited source. */
export function price(book: PriceBook, name: PriceName): Price {
  const found = book.prices.get(name);
  if (!found) {
    throw new MissingPriceError(name, book.region);
  }
  return found;
}

/**
 * Dollars for `quantity` units when `already` units of the same month were used before them.
 * @throws MissingPriceError when the price, or a tier of it that the quantity reaches, has no cited source.
 */
export function charge(book: PriceBook, name: PriceName, quantity: number, already = 0): number {
  const { tiers } = price(book, name);
  let dollars = 0;
  let from = 0;
  for (const tier of tiers) {
    const to = tier.upTo ?? Number.POSITIVE_INFINITY;
    const inTier = Math.min(already + quantity, to) - Math.max(already, from);
    dollars += Math.max(0, inTier) * tier.value;
    from = to;
  }
  if (already + quantity > from) {
    throw new MissingPriceError(name, book.region, ` above ${from.toLocaleString('en-US')} units a month`);
  }
  return dollars;
}
