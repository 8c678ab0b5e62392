import { amount, percent } from './format.ts';
import { type BillInput, type Line, line } from './line.ts';
import { HOURS_PER_MONTH, requestCount } from './workload.ts';

const GIGABYTE = 2 ** 30;

/** An HTTP API meters a request once for each 512 KB of its larger direction; a REST API once. */
const METERED_BYTES = 512 * 1024;

/** CloudWatch stores logs compressed; AWS's own calculator takes this share of what was ingested. */
const LOG_COMPRESSION = 0.15;

/** The gateway in front of the function (none for a Function URL) and the way out to the internet. */
export function gatewayLines(input: BillInput): Line[] {
  const { load, configuration, period } = input;
  const requests = requestCount(load, period);
  const size = Math.max(load.requestBytes, load.responseBytes);
  const increments =
    configuration.frontDoor === 'http-api' ? Math.max(1, Math.ceil(size / METERED_BYTES)) : 1;
  const egress = line(input, {
    title: 'Egress to the internet',
    name: 'egress.internet',
    quantity: (requests * load.responseBytes) / GIGABYTE,
    arithmetic: `${amount(requests)} requests × ${load.responseBytes} B / 2³⁰`,
  });
  if (configuration.frontDoor === 'function-url') {
    return [egress];
  }
  const title = configuration.frontDoor === 'http-api' ? 'API Gateway, HTTP API' : 'API Gateway, REST API';
  const gateway = line(input, {
    title,
    name: `${configuration.frontDoor}.requests`,
    quantity: requests * increments,
    arithmetic: `${amount(requests)} requests × ${increments} × 512 KB`,
  });
  return [gateway, egress];
}

/** The result cache: one conditional write for a fresh question, one read for a repeat, items until they expire. */
export function tableLines(input: BillInput): Line[] {
  const { load, configuration, period } = input;
  if (!configuration.cache) {
    return [];
  }
  const { writeUnits, readUnits, itemBytes, ttlDays } = configuration;
  const requests = requestCount(load, period);
  const fresh = requests * (1 - load.repeatShare);
  const months = (ttlDays * 24) / HOURS_PER_MONTH;
  return [
    line(input, {
      title: 'DynamoDB writes',
      name: 'table.writes',
      quantity: fresh * writeUnits,
      arithmetic: `${amount(fresh)} fresh questions × ${writeUnits} write units`,
    }),
    line(input, {
      title: 'DynamoDB reads',
      name: 'table.reads',
      quantity: requests * load.repeatShare * readUnits,
      arithmetic: `${amount(requests)} requests × ${percent(load.repeatShare)} repeats × ${readUnits} read units`,
    }),
    line(input, {
      title: 'DynamoDB storage',
      name: 'table.storage',
      quantity: ((fresh * itemBytes) / GIGABYTE) * months,
      arithmetic: `${amount(fresh)} items × ${itemBytes} B / 2³⁰ × ${ttlDays} days of 730 h / 24`,
    }),
  ];
}

/** Logs in and kept, custom metrics while requests arrive, alarms around the clock. */
export function observabilityLines(input: BillInput): Line[] {
  const { load, configuration, period } = input;
  const { logBytesPerRequest, logRetentionDays, metrics, alarms } = configuration;
  const requests = requestCount(load, period);
  const gigabytes = (requests * logBytesPerRequest) / GIGABYTE;
  return [
    line(input, {
      title: 'CloudWatch logs, ingested',
      name: 'logs.ingest',
      quantity: gigabytes,
      arithmetic: `${amount(requests)} requests × ${logBytesPerRequest} B / 2³⁰`,
    }),
    line(input, {
      title: 'CloudWatch logs, stored',
      name: 'logs.storage',
      quantity: (gigabytes * LOG_COMPRESSION * logRetentionDays * 24) / HOURS_PER_MONTH,
      arithmetic: `${amount(gigabytes)} GB × ${LOG_COMPRESSION} compressed × ${logRetentionDays} days of 730 h / 24`,
    }),
    line(input, {
      title: 'CloudWatch metrics',
      name: 'metrics.custom',
      quantity: (metrics * period.activeHours) / HOURS_PER_MONTH,
      arithmetic: `${metrics} metrics × ${amount(period.activeHours)} h / 730 h`,
    }),
    line(input, {
      title: 'CloudWatch alarms',
      name: 'alarms.standard',
      quantity: (alarms * period.calendarHours) / HOURS_PER_MONTH,
      arithmetic: `${alarms} alarms × ${amount(period.calendarHours)} h / 730 h`,
    }),
  ];
}
