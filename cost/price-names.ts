/** Every price a bill can need, with the unit its value is per (US dollars per unit). */
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
  'managed-instances.fee': 'fraction of the EC2 price',
  'ec2.m7g.large': 'hour',
  'http-api.requests': 'request',
  'rest-api.requests': 'request',
  'table.writes': 'write unit',
  'table.reads': 'read unit',
  'table.storage': 'GB-month',
  'logs.ingest': 'GB',
  'logs.storage': 'GB-month',
  'metrics.custom': 'metric-month',
  'alarms.standard': 'alarm-month',
  'egress.internet': 'GB',
} as const;

export type PriceName = keyof typeof PRICE_UNITS;

export const PRICE_NAMES = Object.keys(PRICE_UNITS) as PriceName[];
