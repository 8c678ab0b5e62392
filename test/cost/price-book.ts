import {
  PRICE_UNITS,
  type Price,
  type PriceBook,
  type PriceName,
  type Tier,
} from '../../cost/prices/prices.ts';
import { DEFAULT_CONFIGURATION } from '../../cost/workload/defaults.ts';
import type { Configuration, Load } from '../../cost/workload/workload.ts';

/** The us-east-1 prices of November 2026. They are separate from the snapshots, because a refresh must not change results. */
const VALUES: Record<PriceName, readonly Tier[]> = {
  'lambda.requests.x86_64': [{ value: 2e-7 }],
  'lambda.requests.arm64': [{ value: 2e-7 }],
  'lambda.duration.x86_64': [{ upTo: 6e9, value: 0.0000166667 }, { value: 0.000015 }],
  'lambda.duration.arm64': [{ value: 0.0000133334 }],
  'lambda.provisioned.x86_64': [{ value: 0.0000041667 }],
  'lambda.provisioned.arm64': [{ value: 0.0000033334 }],
  'lambda.provisioned-duration.x86_64': [{ value: 0.0000097222 }],
  'lambda.provisioned-duration.arm64': [{ value: 0.0000077778 }],
  'managed-instances.requests': [{ value: 2e-7 }],
  'managed-instances.fee': [{ value: 0.15 }],
  'ec2.m7g.large': [{ value: 0.0816 }],
  'http-api.requests': [{ upTo: 3e8, value: 1e-6 }, { value: 9e-7 }],
  'rest-api.requests': [{ value: 3.5e-6 }],
  'table.writes': [{ value: 6.25e-7 }],
  'table.reads': [{ value: 1.25e-7 }],
  'table.storage': [{ upTo: 25, value: 0 }, { value: 0.25 }],
  'table.recovery': [{ value: 0.2 }],
  'logs.ingest': [{ upTo: 10_240, value: 0.5 }, { upTo: 30_720, value: 0.25 }, { value: 0.1 }],
  'logs.storage': [{ value: 0.03 }],
  'metrics.custom': [{ upTo: 10_000, value: 0.3 }],
  'alarms.standard': [{ value: 0.1 }],
  dashboards: [{ value: 3 }],
  'xray.traces': [{ value: 5e-6 }],
  'egress.internet': [{ upTo: 10_240, value: 0.09 }, { value: 0.085 }],
  'cloudfront.requests': [{ value: 1e-6 }],
  'cloudfront.egress': [{ upTo: 10_240, value: 0.085 }, { value: 0.08 }],
  'waf.acls': [{ value: 5 }],
  'waf.rules': [{ value: 1 }],
  'waf.requests': [{ value: 6e-7 }],
  'ec2.c7i.large': [{ value: 0.08925 }],
  'fargate.vcpu.x86_64': [{ value: 0.04048 }],
  'fargate.vcpu.arm64': [{ value: 0.03238 }],
  'fargate.memory.x86_64': [{ value: 0.004445 }],
  'fargate.memory.arm64': [{ value: 0.00356 }],
  'load-balancer.hours': [{ value: 0.0225 }],
  'load-balancer.capacity': [{ value: 0.008 }],
  'public-ipv4.hours': [{ value: 0.005 }],
  'interface-endpoint.hours': [{ value: 0.01 }],
  'interface-endpoint.data': [{ value: 0.01 }],
  'sagemaker-serverless.duration': [{ value: 0.00002 }],
  'sagemaker-serverless.data': [{ value: 0.016 }],
};

/** A price book of these prices without the named ones. */
export function priceBook(...without: PriceName[]): PriceBook {
  const names = (Object.keys(VALUES) as PriceName[]).filter((name) => !without.includes(name));
  const prices = names.map((name): Price => {
    const cited = { source: `source of ${name}`, date: '2026-11-01' };
    return { name, unit: PRICE_UNITS[name], tiers: VALUES[name], ...cited };
  });
  const byName = new Map(prices.map((price) => [price.name, price]));
  return { region: 'test-region-1', date: '2026-11-21', prices: byName };
}

/** A load of single requests without repeats and with zero bytes. */
export function loadOf(ratePerSecond: number, milliseconds: number, change: Partial<Load> = {}): Load {
  const plain = {
    identifiedShare: 1,
    repeatShare: 0,
    burst: 1,
    requestBytes: 0,
    responseBytes: 0,
    cached: { mean: 0 },
  };
  return { ratePerSecond, fresh: { mean: milliseconds }, ...plain, ...change };
}

/** The default configuration without logs, metrics, alarms and dashboard. */
export function configurationOf(change: Partial<Configuration> = {}): Configuration {
  return { ...DEFAULT_CONFIGURATION, logBytesPerRequest: 0, metrics: 0, alarms: 0, dashboards: 0, ...change };
}

/** Outcomes if no request runs on demand, and if all do. */
export const WARM = { onDemandShare: 0, coldShare: 0 };
export const ON_DEMAND = { onDemandShare: 1, coldShare: 0 };
