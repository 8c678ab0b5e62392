import { amount, percent } from '../../report/format.ts';
import { HOURS_PER_MONTH, type Load, type Period, requestCount } from '../../workload/workload.ts';
import { AUTHORIZER_LOG_BYTES, authorizerCalls } from './authorizer.ts';
import { type BillInput, GIGABYTE, type Usage } from './usage.ts';

/** CloudWatch stores logs compressed; AWS's own calculator assumes this share of the ingested bytes. */
const LOG_COMPRESSION = 0.15;

/**
 * Lambda traces the first request of each second and this share of the others. The share cannot be changed (Lambda Developer
 * Guide, "Visualize Lambda function invocations using AWS X-Ray").
 */
const TRACED_SHARE = 0.05;

/** Logs, custom metrics while requests arrive, alarms and dashboards around the clock, and traces. */
export function cloudwatchUsage(input: BillInput): Usage[] {
  const { load, configuration, period } = input;
  const { logBytesPerRequest, logRetentionDays, metrics, alarms, dashboards, tracing } = configuration;
  const requests = requestCount(load, period);
  const calls = authorizerCalls(input);
  const gigabytes = (requests * logBytesPerRequest + calls * AUTHORIZER_LOG_BYTES) / GIGABYTE;
  const ofRequests = `${amount(requests)} requests × ${logBytesPerRequest} B`;
  const logged =
    calls > 0
      ? `(${ofRequests} + ${amount(calls)} calls of the authorizer × ${AUTHORIZER_LOG_BYTES} B)`
      : ofRequests;
  const months = (count: number, what: string, hours: number) => ({
    quantity: (count * hours) / HOURS_PER_MONTH,
    arithmetic: `${count} ${what} × ${amount(hours)} h / 730 h`,
  });
  return [
    {
      title: 'CloudWatch logs, ingested',
      name: 'logs.ingest',
      quantity: gigabytes,
      arithmetic: `${logged} / 2³⁰`,
    },
    {
      title: 'CloudWatch logs, stored',
      name: 'logs.storage',
      quantity: (gigabytes * LOG_COMPRESSION * logRetentionDays * 24) / HOURS_PER_MONTH,
      arithmetic: `${amount(gigabytes)} GB × ${LOG_COMPRESSION} compressed × ${logRetentionDays} days × 24 h / 730 h`,
    },
    {
      title: 'CloudWatch metrics',
      name: 'metrics.custom',
      ...months(metrics, 'metrics', period.activeHours),
    },
    {
      title: 'CloudWatch alarms',
      name: 'alarms.standard',
      ...months(alarms, 'alarms', period.calendarHours),
    },
    {
      title: 'CloudWatch dashboards',
      name: 'dashboards',
      ...months(dashboards, 'dashboards', period.calendarHours),
    },
    ...(tracing ? [tracesUsage(load, period)] : []),
  ];
}

function tracesUsage({ ratePerSecond }: Load, { activeHours }: Period): Usage {
  const first = Math.min(1, ratePerSecond);
  const perSecond = first + TRACED_SHARE * (ratePerSecond - first);
  return {
    title: 'X-Ray traces',
    name: 'xray.traces',
    quantity: perSecond * activeHours * 3600,
    arithmetic: `(${amount(first)}/s + ${percent(TRACED_SHARE)} of ${amount(ratePerSecond - first)}/s) × ${amount(activeHours)} h × 3600 s`,
  };
}
